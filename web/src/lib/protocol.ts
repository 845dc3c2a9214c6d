/** The messages of the server, as they arrive: fields at their default are left out. */

export type Lang = "en" | "ja";
export type Part = number | string | Say;
export type Value = Part | readonly Part[];
export interface Say {
  k: string;
  p?: Record<string, Value>;
}
export type Words = Record<string, Partial<Record<Lang, string>>>;
export type Options = Record<string, string | boolean>;
export type Point = [number, number];

export interface Space {
  id: string;
  at: Point;
  size: Point;
  look: string;
  label: Say;
  shape?: "rect" | "hex" | "poly";
  points?: Point[];
  fan?: "stack" | "row" | "grid";
  ghost?: boolean;
  text?: string;
}
export interface Tray {
  id: string;
  side: number;
  label: Say;
  look?: string;
  /** Equal pieces count in sets of so many. */
  sets?: number;
}
export interface Piece {
  id: string;
  on: string;
  look: string;
  label: Say;
  n?: number;
  text?: string;
  opens?: string;
}
export interface Verb {
  id: string;
  label: Say;
  rule?: string;
}
export interface Side {
  side: number;
  name: Say;
  crest: string;
  colour: string;
  seat?: number;
  facts?: Say[];
  out?: Say;
}
export interface Decor {
  look: string;
  path: string;
  label?: Say;
  /** Shown only while this space or piece is looked at. */
  of?: string;
}
/** One line of a reckoning; without a sum it has not been rolled yet. */
export interface Line {
  who: Say;
  numbers?: number[];
  dice?: number[];
  sum?: number;
}
/** Arithmetic line by line; `chances` are percentages of at least 1, 2 and so on. */
export interface Reckoning {
  title: Say;
  heads: Say[];
  lines: Line[];
  foot?: Say[];
  chances?: number[];
}
export interface Scene {
  skin: string;
  spaces: Space[];
  pieces: Piece[];
  sides: Side[];
  trays?: Tray[];
  verbs?: Verb[];
  decor?: Decor[];
  lit?: string[][];
  reckoning?: Reckoning;
}

export interface Choice {
  do: string;
  path: string[];
  kind: string;
  note?: Say;
  lifts?: boolean;
  price?: number;
  reckoning?: Reckoning;
  /** What is lost for good by it; the page asks first. */
  gives_up?: Say;
}
/** Several actions in a row that are made at once. */
export interface Gesture extends Omit<Choice, "do"> {
  do: string[];
  via?: string[];
}
export interface Gestures {
  version: number;
  gestures: Gesture[];
}
export type Doable = Choice | Gesture;
export interface Arrange {
  key: string;
  sorts: Record<string, string>;
  left?: number;
  ready?: Record<string, Record<string, string>>;
}
export interface Prompt {
  say: Say;
  rule?: string;
  arrange?: Arrange;
}
export interface Reason {
  say: Say;
  rule?: string;
}
export interface Turn {
  seat: number;
  prompt: Prompt;
  choices: Choice[];
}
export interface Holder {
  kind: "person" | "bot" | "empty";
  name?: string;
  you?: boolean;
  online?: boolean;
  /** The bot that plays for the person, or on the seat that was given up. */
  bot?: string;
}
export interface LogLine {
  step: number;
  say: Say;
  by?: number;
  ids?: string[];
  rule?: string;
}
export interface LogPart {
  start: number;
  lines?: LogLine[];
}
export interface Outcome {
  reason: string;
  returns: number[];
  winners: number[];
}
/** What a finished game says of itself; words `facts.<name>`. Lists go by seat. */
export interface Facts {
  points?: number[];
  score?: Record<string, number[]>;
  figures?: Record<string, number[]>;
  marks?: Record<string, string[]>;
  counts?: Record<string, number>;
}
export interface Takeback {
  by: number;
  step: number;
  waiting: number[];
}
export interface Can {
  back?: boolean;
  takeback?: boolean;
  resign?: boolean;
  rematch?: boolean;
  fork?: boolean;
  analyse?: boolean;
}
export interface DrawInfo {
  n: number;
  total: number;
  ticket: number;
  undone?: boolean;
}
export interface DiceInfo {
  commit: string;
  nonces: string[];
  secret?: string;
  draws?: DrawInfo[];
  /** Seats whose browsers have yet to bring their nonces. */
  awaited?: number[];
}
/** Somebody asks for a seat that was given up; `waiting` are the seats that have yet to agree. */
export interface SeatRequest {
  n: number;
  seat: number;
  name: string;
  waiting: number[];
  yours?: boolean;
}
export interface ChatLine {
  n: number;
  name: string;
  text: string;
  at: number;
  seat?: number;
  /** It tells who plays the seat now. */
  what?: "bot" | "back" | "left" | "sat" | Standing;
  /** The seat that it is said to; for that one alone unless it is said aloud. */
  to?: number;
  aloud?: boolean;
  /** How a promise stands that was made at a step; one may settle what is one's own. */
  promise?: Standing;
  step?: number;
  yours?: boolean;
}
export type Standing = "open" | "kept" | "broken";
export type Status = "open" | "running" | "over";
export interface View {
  id: string;
  game: string;
  options: Options;
  status: Status;
  version: number;
  step: number;
  viewer: number | null;
  seats: Holder[];
  awaited: number[];
  thinking: number[];
  scene: Scene;
  log: LogPart;
  can: Can;
  dice: DiceInfo;
  turn?: Turn;
  outcome?: Outcome;
  takeback?: Takeback;
  next?: string;
  chat?: ChatLine[];
  casual?: boolean;
  /** Several seats of a game with secrets are one's own. */
  shared?: boolean;
  /** Nothing about the decision of the seat to act is secret. */
  open?: boolean;
  requests?: SeatRequest[];
  /** This continues a game that is still running at another table. */
  bound?: boolean;
  /** Who opened the table, while it is open. */
  host?: Holder;
}
export interface PastView {
  step: number;
  last: number;
  scene: Scene;
  ids?: string[];
}
export interface Presence {
  online: boolean[];
  absent?: number[];
}
export interface Thinker {
  seat: number;
  share?: number;
}
export interface Thinking {
  bots?: Thinker[];
  warms?: number;
  solves?: number;
}

export interface Ply {
  seat: number;
  do: string;
  path?: string[];
  say?: Say;
  ids?: string[];
}
export interface Exact {
  result: -1 | 0 | 1;
  plies?: number;
  most?: boolean;
}
export interface Judged {
  line: Ply[];
  value?: number;
  visits?: number;
  exact?: Exact;
}
export interface Analysis {
  step: number;
  seat?: number;
  value?: number;
  choices?: Judged[];
  work?: number;
  depth?: number;
  share?: number;
  done?: boolean;
  played?: string;
  warms?: number;
  solves?: number;
}
export type Grade = "good" | "slip" | "mistake" | "blunder";
export interface Verdict {
  step: number;
  seat: number;
  values: (number | null)[];
  played: Ply;
  best: Ply;
  loss?: number;
  grade?: Grade;
  could?: Exact;
  got?: Exact;
}
export interface Review {
  step: number;
  of: number;
  verdicts?: Verdict[];
  running?: boolean;
  one_line?: boolean;
  end?: number[];
  solves?: number;
}

export interface PuzzleDay {
  day: string;
  game: string;
  /** From 1, easy, to 3. */
  level: number;
  plies: number;
}
export interface PuzzleDays {
  today: string;
  days: PuzzleDay[];
}
export interface Puzzle extends PuzzleDay {
  options: Options;
  turns: number;
  position: string;
  scene: Scene;
  turn: Turn;
  log: LogLine[];
}
export interface PuzzleStep {
  seat: number;
  do: string;
  scene: Scene;
  log: LogLine[];
}
/** What a try was worth, the try itself, and the best answer to it. */
export interface Tried {
  right: boolean;
  could: Exact;
  got: Exact;
  steps: PuzzleStep[];
  solved?: boolean;
  turn?: Turn;
}
export interface PuzzleHint {
  kind: string;
  id: string;
}
export interface Solution {
  line: Ply[];
}

export interface OptionInfo {
  key: string;
  default: string | boolean;
  values?: string[];
  when?: [string, string[]];
  rule?: string;
  file?: string;
}
export interface PresetInfo {
  key: string;
  options: Options;
  seats: number;
  bots: string[];
}
export interface GameInfo {
  key: string;
  title: Say;
  designer: string;
  publisher: string;
  year: number;
  version: number;
  options: OptionInfo[];
  presets: PresetInfo[];
  bots: string[];
  words: Words;
  puzzles?: boolean;
}
export interface Statement {
  number: string;
  text: string;
}
export interface Chapter {
  title: string;
  statements: Statement[];
}
export interface GamePage {
  game: GameInfo;
  kinds: Record<string, string>;
  rules: Partial<Record<Lang, Chapter[]>>;
  gestures?: boolean;
  /** A line of chat can be for one seat, and be a promise. */
  deals?: boolean;
}
export interface TableRow {
  id: string;
  game: string;
  options: Options;
  status: Status;
  seats: Holder[];
  changed: number;
}
export interface Tables {
  tables: TableRow[];
  yours: TableRow[];
}
export interface Me {
  id: string;
  name: string;
}
export interface NewTable {
  id: string;
}
export interface SeatWish {
  kind: "me" | "bot" | "open";
  bot?: string;
}
export interface OpenTable {
  game: string;
  options?: Options;
  seats?: SeatWish[];
  own_nonce?: boolean;
  private?: boolean;
  casual?: boolean;
}
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  option?: string;
  say?: Say;
}
