"""What ``make bench`` measures; docs/performance.md holds the figures."""
