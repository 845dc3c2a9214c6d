/** Applies the selected board colours to the page while a board is shown. */
import "../../skins/boards.css";
import { settings } from "../../state/settings.svelte";

let boards = 0;

/** Apply them until the returned function is called; pages without a board keep their own colours. */
export function wear(): () => void {
  const { dataset } = document.documentElement;
  dataset.board = settings.get("board");
  boards++;
  return () => {
    if (--boards === 0) delete dataset.board;
  };
}
