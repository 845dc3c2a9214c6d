/** A table that a component shows, for as long as the component is there. */
import { untrack } from "svelte";
import { loading, loadSkin, type Pieces, type Skin } from "../skins";
import { settings } from "../state/settings.svelte";
import type { TableState } from "./store/table.svelte";

/** Enter a table, and leave it with the component that calls this; answers with its skin. */
export function enter(table: TableState, pieces?: Pieces): { readonly skin: Skin } {
  let skin = $state.raw<Skin>(loading);
  $effect(() => {
    void untrack(() => table.enter());
    return () => table.leave();
  });
  const key = $derived(table.scene?.skin);
  $effect(() => {
    if (key) void loadSkin(key, pieces ?? settings.get("pieces")).then((one) => (skin = one));
  });
  return {
    get skin() {
      return skin;
    },
  };
}
