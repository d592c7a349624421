"""What people read: standings, cross-tables and games as text."""
