"""Where batches are played: an executor takes them and gives back futures of their results."""
