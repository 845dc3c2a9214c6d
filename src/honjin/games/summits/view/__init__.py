"""The scene, and the clicks that lead to actions."""
