// The fonts have no vowels with a macron, which names such as Tennōzan need. This builds them from
// the font's own vowels and its own macron, as `honjin.pictures.fonts` does for the pictures.
import { createFont } from "fonteditor-core";

export const MACRONS = "ĀāĒēŌōŪū";
const MACRON = "¯";
// From the top of the letter to the macron, in units of the em.
const GAP = 0.07;

/** The characters that `onlyMacrons` builds from. */
export const PARTS = [...MACRONS].map(base).join("") + MACRON;

function base(letter) {
  return letter.normalize("NFD")[0];
}

/** Returns a TrueType font of the vowels with a macron, given one that has `PARTS`. */
export function onlyMacrons(ttf) {
  const font = createFont(ttf, { type: "ttf", compound2simple: true });
  const data = font.get();
  const glyph = (letter) =>
    data.glyf.find((one) => one.unicode?.includes(letter.codePointAt(0))) ?? missing(letter);
  const made = [...MACRONS].map((letter) => joined(letter, glyph(base(letter)), glyph(MACRON)));
  data.glyf = [data.glyf[0], ...made]; // the first glyph stands for characters without one
  font.set(data);
  return Buffer.from(font.write({ type: "ttf", toBuffer: true }));

  function joined(letter, vowel, macron) {
    const gap = GAP * data.head.unitsPerEm;
    const right = Math.round((vowel.xMin + vowel.xMax - macron.xMin - macron.xMax) / 2);
    const up = Math.round(vowel.yMax + gap - macron.yMin);
    const moved = macron.contours.map((contour) =>
      contour.map((point) => ({ ...point, x: point.x + right, y: point.y + up })),
    );
    return {
      contours: [...structuredClone(vowel.contours), ...moved],
      unicode: [letter.codePointAt(0)],
      advanceWidth: vowel.advanceWidth,
      leftSideBearing: vowel.leftSideBearing,
      name: `uni${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
      xMin: Math.min(vowel.xMin, macron.xMin + right),
      xMax: Math.max(vowel.xMax, macron.xMax + right),
      yMin: vowel.yMin,
      yMax: macron.yMax + up,
    };
  }
}

function missing(letter) {
  throw new Error(`expected a font with ${letter}`);
}
