"""Flattens a drawing with style sheets to plain SVG: its rules become attributes.

Programs that show SVG outside a browser support few selectors and no custom properties. So the
rules are applied here, for one theme: no style sheets, variables or parts of the page remain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

import cssselect2
import tinycss2

from honjin.pictures.values import Env, names_in, resolved, rgba

_SVG: Final = "http://www.w3.org/2000/svg"
_KEPT: Final = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "opacity", "color", "font-family", "font-size", "font-weight"),
        *("font-style", "letter-spacing", "text-anchor", "paint-order", "filter", "clip-path"),
        *("mask", "display", "visibility", "stop-color", "stop-opacity", "dominant-baseline"),
        "mix-blend-mode",
    )
)
"""Properties that have a meaning in a picture; all others are for an interactive page."""
_DROPPED: Final = re.compile(r"class|style|tabindex|(data|aria)-.*")
_OPACITY: Final = {
    "fill": "fill-opacity",
    "stroke": "stroke-opacity",
    "stop-color": "stop-opacity",
}
_REFERENCE: Final = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)")
_STYLE: Final = re.compile(r'<style id="([^"]*)">(.*?)</style>', re.DOTALL)
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TEXTS: Final = frozenset(("text", "tspan", "title"))

Declaration = tuple[str, str]


class Sheets:
    """The style sheets of drawings: that of the page, and those included in a drawing."""

    def __init__(self, page: str) -> None:
        self._page = page

    def plain(self, body: str, head: str) -> str:
        """The drawing `body` as a stand-alone SVG, with the rules of the page and of `head`."""
        styles = tuple(text for _, text in _STYLE.findall(head))
        # HTML leaves `>` as it is, which XML forbids after two brackets.
        whole = _NOT_XML.sub("", body).replace("]]>", "]]&gt;")
        root = ET.fromstring(whole)  # noqa: S314 (our own drawing)
        _Flattening(root, _matcher((self._page, *styles))).run()
        ET.register_namespace("", _SVG)  # each time, since other code may register it otherwise
        return ET.tostring(root, "unicode")


# ---------------------------------------------------------------- rules


@lru_cache(32)
def _matcher(sheets: tuple[str, ...]) -> cssselect2.Matcher:
    matcher = cssselect2.Matcher()
    for sheet in sheets:
        for selector, declarations in _rules(sheet):
            matcher.add_selector(selector, declarations)
    return matcher


@lru_cache(512)
def _rules(sheet: str) -> list[tuple[Any, tuple[Declaration, ...]]]:
    found = []
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        declarations = _declared(tinycss2.serialize(rule.content))
        if not declarations:
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:  # for an interactive page, such as ::backdrop
            continue
        found += [(one, declarations) for one in selectors if one.pseudo_element is None]
    return found


@lru_cache(4096)
def _declared(text: str) -> tuple[Declaration, ...]:
    """The declarations of a block that have a meaning in a picture."""
    found: list[Declaration] = []
    for one in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if one.type != "declaration":
            continue
        value = tinycss2.serialize(one.value).strip()
        if one.name.startswith("--"):
            found.append((one.name, value))
        elif one.lower_name == "font":
            found += _font(value)
        elif one.lower_name in _KEPT:
            found.append((one.lower_name, value))
    return tuple(found)


def _font(value: str) -> Iterator[Declaration]:
    """The parts of the shorthand `font: 700 24px/1.2 family`, in the form our sheets use."""
    found = re.fullmatch(r"(?:(\d+)\s+)?([\d.]+\w+)(?:/\S+)?\s+(.+)", value, re.DOTALL)
    if found is not None:
        yield "font-weight", found[1] or "400"
        yield "font-size", found[2]
        yield "font-family", found[3]


# ---------------------------------------------------------------- elements


class _Element(NamedTuple):
    """An element, the declarations of rules and of its own style for it, and its children."""

    element: ET.Element
    declared: tuple[Declaration, ...]
    children: list[_Element]

    @property
    def tag(self) -> str:
        return self.element.tag.rpartition("}")[2]

    def names(self) -> set[str]:
        """The custom properties used in it."""
        texts = [*self.element.attrib.values(), *(value for _, value in self.declared)]
        found = {name for text in texts if "var(" in text for name in names_in(text)}
        return found.union(*(child.names() for child in self.children))


class _Flattening:
    """Flattens one drawing.

    A definition may look different where it is used, since variables are inherited from there. So
    it is written out once for each set of values that it is used with, and not at all if unused.
    """

    def __init__(self, root: ET.Element, matcher: cssselect2.Matcher) -> None:
        self._root = root
        self._tree = _read(cssselect2.ElementWrapper.from_xml_root(root), matcher)
        self._definitions: dict[str, _Element] = {}
        self._ids = {one.get("id") for one in root.iter()}
        self._made: dict[tuple[str, tuple[str | None, ...]], str] = {}
        self._out = ET.Element(f"{{{_SVG}}}defs")
        self._names: dict[str, list[str]] = {}
        self._env: Env = {}

    def run(self) -> None:
        for one in self._tree.children:
            if one.tag == "defs":
                self._note(one)
                self._root.remove(one.element)
        self._env = _env_of(self._tree, {})
        self._write(self._tree, {})
        if len(self._out):
            self._root.insert(0, self._out)

    def _note(self, within: _Element) -> None:
        for one in within.children:
            if name := one.element.get("id"):
                self._definitions[name] = one
            else:
                self._note(one)

    def _write(self, one: _Element, env: Env) -> None:
        """Write the properties that apply to an element into its attributes."""
        element, env = one.element, _env_of(one, env)
        given = {k: v for k, v in element.attrib.items() if not _DROPPED.fullmatch(k)}
        values = given | dict(one.declared)
        element.attrib.clear()
        for name, text in values.items():
            if name.startswith("--"):
                continue
            value = resolved(text, env)
            if value is None:
                value = given.get(name)
            if value is not None:
                self._set(element, name, value, env)
        _strip(one)
        for child in one.children:
            if child.tag == "use" and child.element.get("href", "")[1:] not in self._ids:
                element.remove(child.element)
            elif child.tag != "defs":
                self._write(child, env)

    def _set(self, element: ET.Element, name: str, value: str, env: Env) -> None:
        if name in _OPACITY:
            value, opacity = _apart(value)
            if opacity < 1:
                opacity *= float(element.get(_OPACITY[name], "1"))
                element.set(_OPACITY[name], f"{opacity:.3g}")
        elif name in _OPACITY.values() and name in element.attrib:
            value = f"{float(element.get(name, '1')) * float(value):.3g}"
        if "url(" in value:
            value = _REFERENCE.sub(lambda found: f"url(#{self._need(found[1], self._env)})", value)
        elif name == "href" and value.startswith("#"):
            value = "#" + self._need(value[1:], env)
        element.set(name, value)

    def _need(self, name: str, env: Env) -> str:
        """The id of a definition written out for these values."""
        defined = self._definitions.get(name)
        if defined is None:
            return name
        key = name, tuple(map(env.get, self._names_used(name)))
        if key in self._made:
            return self._made[key]
        number = sum(made == name for made, _ in self._made)
        self._made[key] = as_made = f"{name}.{number}" if number else name
        copy = _copied(defined)
        self._write(copy, env)
        copy.element.set("id", as_made)
        self._out.append(copy.element)
        return as_made

    def _names_used(self, name: str) -> list[str]:
        """The custom properties used by a definition and by the definitions it refers to."""
        found = self._names.get(name)
        if found is None:
            self._names[name] = []
            defined = self._definitions[name]
            used = (one.get("href", "")[1:] for one in defined.element.iter(f"{{{_SVG}}}use"))
            further = (self._names_used(one) for one in used if one in self._definitions)
            found = self._names[name] = sorted(defined.names().union(*further))
        return found


def _read(wrapper: Any, matcher: cssselect2.Matcher) -> _Element:
    element = wrapper.etree_element
    declared = [one for *_, rule in matcher.match(wrapper) for one in rule]
    if "style" in element.attrib:
        declared += _declared(element.get("style"))
    children = [_read(child, matcher) for child in wrapper.iter_children()]
    return _Element(element, tuple(declared), children)


def _env_of(one: _Element, env: Env) -> Env:
    own = {name: value for name, value in one.declared if name.startswith("--")}
    if not own:
        return env
    # Those of an element may refer to each other, in any order; three passes suffice for ours.
    found = dict(env)
    for _ in range(3):
        for name, text in own.items():
            value = resolved(text, {key: kept for key, kept in found.items() if key != name})
            if value is not None:
                found[name] = value
    return found


def _copied(one: _Element) -> _Element:
    """A deep copy, since a definition may be written out several times."""
    element = ET.Element(one.element.tag, dict(one.element.attrib))
    element.text, element.tail = one.element.text, one.element.tail
    children = [_copied(child) for child in one.children]
    element.extend(child.element for child in children)
    return _Element(element, one.declared, children)


def _strip(one: _Element) -> None:
    """Remove white space between elements that is not text."""
    if one.tag in _TEXTS:
        return
    if one.element.text is not None and not one.element.text.strip():
        one.element.text = None
    for child in one.children:
        if child.element.tail is not None and not child.element.tail.strip():
            child.element.tail = None


@lru_cache(4096)
def _apart(value: str) -> tuple[str, float]:
    """A colour and its opacity, which are separate attributes in SVG."""
    if value.startswith(("url(", "#")) and len(value) not in (5, 9):
        return value, 1.0
    colour = rgba(value)
    if colour is None:
        return value, 1.0
    if colour[3] == 0:
        return "none", 1.0
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3]), colour[3]


def references(svg: str) -> Iterable[str]:
    """All references in an SVG, for tests: ids with #, addresses of anything else."""
    for element in ET.fromstring(svg).iter():  # noqa: S314 (our own drawing)
        for name, value in element.attrib.items():
            if name.endswith("href"):
                yield value
            yield from (f"#{found}" for found in _REFERENCE.findall(value))
