/** While a board is shown the page wears the colours that were chosen for boards. */
import "./boards.css";
import { settings } from "../state/settings.svelte";

let boards = 0;

/** Wear them until the answer is called; pictures where no board is shown keep their own colours. */
export function wear(): () => void {
  const { dataset } = document.documentElement;
  dataset.board = settings.get("board");
  boards++;
  return () => {
    if (--boards === 0) delete dataset.board;
  };
}
