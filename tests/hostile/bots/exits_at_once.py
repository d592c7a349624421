"""Ends at once, as if all were well."""
