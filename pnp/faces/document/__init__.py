"""A rulebook's text: Markdown with the kit's values, as a document."""
