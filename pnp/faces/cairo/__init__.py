"""What cairo and FreeType need to draw text from font files."""
