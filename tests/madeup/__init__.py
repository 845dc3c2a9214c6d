"""The Lantern Fair: a made-up game that uses all of the contract; see rules.md."""
