"""A piece's data through its template to a face: Jinja, text layout, slices, drawing."""
