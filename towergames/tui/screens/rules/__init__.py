"""The rules browser, with a picture to a rule."""
