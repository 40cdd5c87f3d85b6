"""Workers: processes that do what a kit's templates, pictures and fonts ask for, within limits."""
