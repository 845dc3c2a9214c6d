/**
 * The messages of the server, as they arrive: fields at their default are left out. They are made
 * from the server's own (`make types`); here are names for parts of them.
 */
import type { Choice, GameInfo, Gesture, Say, Settle, Space, View } from "./protocol.gen";

export type * from "./protocol.gen";

/** A choice, or several actions in a row that are made at once. */
export type Doable = Omit<Choice, "do"> & {
  do: Choice["do"] | Gesture["do"];
  via?: Gesture["via"];
};
export type Options = View["options"];
export type Point = Space["at"];
export type Standing = Settle["standing"];
/** What fills a hole of a sentence, and one of several such. */
export type Value = NonNullable<Say["p"]>[string];
export type Part = Exclude<Value, unknown[]>;
export type Words = GameInfo["words"];
