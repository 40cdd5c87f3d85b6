"""The checks, by topic, in the order in which a kit comes through the rooms."""
