/** What a lens shows: the space, on a map, of the thing that is looked at. */
import type { Scene, Space } from "../../../api/protocol";

/** The space of the map with this id, or where a piece with it lies. */
export function underLens(scene: Scene, id: string | undefined): Space | undefined {
  const on = scene.pieces.find((piece) => piece.id === id)?.on ?? id;
  return scene.spaces.find((space) => space.id === on && space.shape === "poly");
}
