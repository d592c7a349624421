"""Generated from protos/tablic/v1 by `make protos`: do not edit the other files here."""
