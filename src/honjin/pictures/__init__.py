"""Positions as pictures: the client's own drawings, without a browser.

A `Card` is the content of a picture: a scene, and its texts in words. `Artist` draws it as SVG or
PNG, or several as an animation. A drawing is made from a scene alone, so it shows what the scene's
viewer sees.
"""
