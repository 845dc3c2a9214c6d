"""Rokumon: the Sanada clan's fight for Ueda, with dice on coin cards."""
