/** The effect of painting on a draft. Drafts are values: each stroke returns a new one. */
import type { Brush, Draft, Layer } from "../api/protocol";

/** A draft with every part present. */
export type Drawn = Required<Draft>;
/** What each cell of a stroke receives: the key of a brush, or nothing. */
export type Stroke = ReadonlyMap<string, string>;

/** The brush that erases. */
export const BARE = "";

export const whole = ({ marks = {}, fields = {}, rows = {} }: Draft): Drawn => ({
  marks,
  fields,
  rows,
});

/** What is painted on a cell of a layer; nothing if BARE. */
export const markOn = (drawn: Drawn, layer: string, cell: string): string =>
  drawn.marks[layer]?.[cell] ?? BARE;

/** True if a cell can be painted in a layer: only where the layer it lies on is painted. */
export const takes = (drawn: Drawn, layer: Layer, cell: string): boolean =>
  !layer.on || markOn(drawn, layer.on, cell) !== BARE;

/** The draft after a stroke; the same object if it changes nothing. */
export function painted(
  drawn: Drawn,
  layers: readonly Layer[],
  layer: Layer,
  stroke: Stroke,
): Drawn {
  const cells = [...stroke].filter(
    ([cell, brush]) => takes(drawn, layer, cell) && markOn(drawn, layer.key, cell) !== brush,
  );
  if (cells.length === 0) return drawn;
  let marks = { ...drawn.marks, [layer.key]: laid(drawn.marks[layer.key] ?? {}, layer, cells) };
  const bare = cells.filter(([, brush]) => brush === BARE).map(([cell]) => cell);
  for (const upper of layers.filter(({ on }) => on === layer.key))
    marks = { ...marks, [upper.key]: without(marks[upper.key] ?? {}, bare) };
  return { ...drawn, marks: kept(marks) };
}

type Painted = Record<string, string>;

// The latest paint comes last; for brushes with a limited number of cells, the oldest are removed.
function laid(before: Painted, layer: Layer, cells: [string, string][]): Painted {
  const after = without(
    before,
    cells.map(([cell]) => cell),
  );
  for (const [cell, brush] of cells) if (brush !== BARE) after[cell] = brush;
  return layer.brushes.reduce((found, brush) => thinned(found, brush), after);
}

function thinned(found: Painted, { key, most = 0 }: Brush): Painted {
  const cells = Object.keys(found).filter((cell) => found[cell] === key);
  return most > 0 && cells.length > most ? without(found, cells.slice(0, -most)) : found;
}

function without(found: Painted, cells: readonly string[]): Painted {
  const gone = new Set(cells);
  return Object.fromEntries(Object.entries(found).filter(([cell]) => !gone.has(cell)));
}

const kept = (marks: Drawn["marks"]): Drawn["marks"] =>
  Object.fromEntries(Object.entries(marks).filter(([, cells]) => Object.keys(cells).length > 0));

/** The draft with another value in a field; defaults are omitted. */
export function written(drawn: Drawn, field: string, text: string, usual: string): Drawn {
  if ((drawn.fields[field] ?? usual) === text) return drawn;
  const { [field]: _, ...fields } = drawn.fields;
  return { ...drawn, fields: text === usual ? fields : { ...fields, [field]: text } };
}
