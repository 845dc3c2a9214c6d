"""Positions as pictures: the client's own drawings, without a browser.

A `Card` is all that one shows: a scene, and its texts in words. `Artist` draws it as SVG, PNG, or
several as an animation. What is drawn comes from a scene only, and so shows what its viewer sees.
"""
