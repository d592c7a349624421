"""The arena behind a gRPC server, and the client of it that the command line uses."""
