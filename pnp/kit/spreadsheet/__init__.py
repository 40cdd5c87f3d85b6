"""Cards from CSV and workbooks, each cell with its place."""
