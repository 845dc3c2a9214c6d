"""The information of each seat."""
