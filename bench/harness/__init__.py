"""What script/bench is made of; CONTRIBUTING.md has a line for each file."""
