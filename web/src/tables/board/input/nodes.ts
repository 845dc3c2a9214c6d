/** The focusable things on a board, and where they are on the screen. */
import type { Node } from "../../../lib/keys";

export function nodesIn(root: HTMLElement | undefined): Node[] {
  return [...(root?.querySelectorAll<HTMLElement | SVGGraphicsElement>("[data-node]") ?? [])].map(
    (element) => ({
      id: element.dataset.node!,
      ...middle(element),
    }),
  );
}

// A space is drawn around its own origin; its box would change with its marks.
function middle(element: HTMLElement | SVGGraphicsElement): { x: number; y: number } {
  const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  if (matrix) return { x: matrix.e, y: matrix.f };
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
