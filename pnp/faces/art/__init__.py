"""Icons and pictures, found in the roots."""
