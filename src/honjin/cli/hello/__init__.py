"""The smallest game that passes the kit: `honjin new-game` copies it."""
