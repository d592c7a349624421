"""The bots that come with the library; each is also a script."""
