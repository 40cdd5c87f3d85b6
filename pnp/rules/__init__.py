"""The checking engine: every check is a documented generator that names the type it looks at."""
