"""What the boards of several games draw with and handle alike."""
