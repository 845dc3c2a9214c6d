/** A record to be sent: pasted, from a file, or one of several games in either. */
import { LISTED, linesIn, offeredIn, offeredOn, type Offered } from "../../files/games";
import { GAMES, readText, RECORD, tooLarge, type Fault } from "../../files/read";

export class RecordText {
  /** What is pasted, or the only game of a file. */
  text = $state("");
  /** The name of the file that was chosen. */
  file = $state("");
  fault = $state.raw<Fault>();
  /** The line chosen among several games. */
  line = $state<number>();
  #read = $state.raw<string[]>();
  #pasted = $derived(linesIn(this.text));

  /** The lines of a file or a text of several games. */
  lines = $derived.by(() => this.#read ?? this.#pasted);
  listed = $derived.by((): Offered[] => (this.lines ? offeredIn(this.lines) : []));
  /** The game on the chosen line. */
  chosen = $derived.by(() =>
    this.lines && this.line !== undefined ? offeredOn(this.lines, this.line) : undefined,
  );
  /** The text of the record; empty while none is chosen. */
  record = $derived.by(() => {
    if (!this.lines) return this.text;
    return this.chosen ? this.lines[this.chosen.line - 1]! : "";
  });

  /** Read a file; a fault leaves what was typed, and nothing of an earlier file. */
  async take(file: File): Promise<void> {
    const found = await readText(file, GAMES);
    const text = "fault" in found ? "" : found.text;
    const lines = linesIn(text);
    this.fault = "fault" in found ? found.fault : lines ? undefined : tooLarge(text, RECORD);
    if (!this.fault) this.#begin(lines ? "" : text, lines);
    else if (this.file) this.#begin("");
    this.file = file.name;
  }

  /** Take what is typed or pasted. */
  type(text: string): void {
    this.#begin(text);
    this.file = "";
    this.fault = this.lines ? undefined : tooLarge(text, RECORD);
  }

  #begin(text: string, lines?: string[]): void {
    this.text = text;
    this.#read = lines;
    const [only, ...others] = this.listed;
    this.line = only && others.length === 0 && this.lines!.length <= LISTED ? only.line : undefined;
  }
}
