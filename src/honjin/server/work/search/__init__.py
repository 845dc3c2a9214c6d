"""Searches in a process of their own, which alone holds the compiler and compiled code."""
