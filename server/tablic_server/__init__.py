"""The referee: plays matches between bot processes over gRPC."""
