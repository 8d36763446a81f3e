"""What the game screen is made of: a session without a screen, painters, and controllers."""
