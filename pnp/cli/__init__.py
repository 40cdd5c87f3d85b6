"""The commands: arguments, printing, exit codes."""
