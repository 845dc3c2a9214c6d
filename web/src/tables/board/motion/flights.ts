/**
 * Animates things from where they were to where they are. Before the page changes, every drawing
 * is measured; afterwards a copy of each that moved flies along an arc in the board's own plane,
 * so that a view that grows meanwhile carries it along.
 */
import { pause } from "../../../lib/waiting";
import type { Changes, Journey } from "../../../lib/travel";

export type Places = Map<string, DOMMatrix>;
const SPACE_MS = 300;
const PIECE_MS = 260;
const ARRIVE_MS = 180;
const TURN_MS = 420;
const LOOK_MS = 40;

/** Where every drawing is on the screen. */
export function measure(root: Element): Places {
  const places: Places = new Map();
  for (const drawing of root.querySelectorAll<SVGGElement>("[data-key]")) {
    const matrix = drawing.getScreenCTM();
    if (matrix) places.set(drawing.dataset.key!, DOMMatrix.fromMatrix(matrix));
  }
  return places;
}

const running = new Set<() => void>();

/** End all animations at once. */
export function land(): void {
  for (const end of [...running]) end();
}

/** Resolves when no animation is running. */
export async function landed(): Promise<void> {
  while (running.size > 0) await pause(LOOK_MS);
}

/** Animate everything that moved, in `most` milliseconds; `layer` is a group of the board's picture. */
export function fly(
  root: Element,
  layer: SVGGElement,
  before: Places,
  changes: Changes,
  most = Infinity,
): void {
  land();
  const [space, piece] = [Math.min(SPACE_MS, most), Math.min(PIECE_MS, most)];
  for (const journey of changes.spaces) travel(root, layer, before, journey, space);
  for (const journey of changes.pieces) travel(root, layer, before, journey, piece);
  for (const key of changes.arrived) appear(root, key);
  for (const key of changes.turned) turnOver(root, key);
}

function find(root: Element, key: string): SVGGElement | null {
  return root.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`);
}

function travel(
  root: Element,
  layer: SVGGElement,
  before: Places,
  journey: Journey,
  ms: number,
): void {
  const target = find(root, journey.to);
  const from = before.get(journey.from);
  const plane = layer.getScreenCTM();
  const to = target?.getScreenCTM();
  if (!target || !from || !plane || !to) return;
  const ground = DOMMatrix.fromMatrix(plane).inverse();
  const copy = target.cloneNode(true) as SVGGElement;
  undress(copy);
  layer.append(copy);
  const frames = arc(ground.multiply(from), ground.multiply(DOMMatrix.fromMatrix(to)));
  const flight = copy.animate(frames, {
    duration: ms,
    easing: "cubic-bezier(0.3, 0.1, 0.25, 1)",
    fill: "both",
  });
  keep(flight, target, () => copy.remove());
}

// The copy is purely visual: no names, no focus, and the next measurement ignores it.
function undress(copy: SVGGElement): void {
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("flying");
  for (const part of [copy, ...copy.querySelectorAll<SVGElement>("[data-key], [data-id]")]) {
    delete part.dataset.key;
    delete part.dataset.id;
    part.style.visibility = "";
  }
}

function arc(from: DOMMatrix, to: DOMMatrix): Keyframe[] {
  const lift = 1.14;
  const scale = ((from.a + to.a) / 2) * lift;
  const rise = 0.12 * Math.hypot(to.e - from.e, to.f - from.f);
  const middle = new DOMMatrix([
    scale,
    0,
    0,
    scale,
    (from.e + to.e) / 2,
    (from.f + to.f) / 2 - rise,
  ]);
  return [from, middle, to].map((matrix) => ({ transform: css(matrix) }));
}

const css = (m: DOMMatrix): string => `matrix(${[m.a, m.b, m.c, m.d, m.e, m.f].join(",")})`;

function keep(flight: Animation, target: SVGGElement, after: () => void): void {
  target.style.visibility = "hidden";
  const end = (): void => {
    running.delete(end);
    target.style.visibility = "";
    after();
    flight.cancel();
  };
  running.add(end);
  flight.onfinish = end;
}

// Like an unfolding slip of paper: the axes of a drawing cross at its own centre.
function turnOver(root: Element, key: string): void {
  const frames = [
    { transform: "scale(0.02, 1.12)" },
    { transform: "scale(1.08, 1.08)" },
    { transform: "scale(1, 1)" },
  ];
  find(root, key)?.animate(frames, {
    duration: TURN_MS,
    easing: "cubic-bezier(0.3, 0.1, 0.25, 1)",
  });
}

function appear(root: Element, key: string): void {
  const target = find(root, key);
  target?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ARRIVE_MS, easing: "ease-out" });
}
