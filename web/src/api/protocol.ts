/**
 * The messages of the server, as they arrive: fields with default values are omitted. Made
 * from the server's definitions (`make types`); this file names parts of them.
 */
import type {
  Choice,
  GameInfo,
  Gesture,
  paths,
  Say,
  Settle,
  Space,
  View,
} from "../../../build/protocol";

export type * from "../../../build/protocol";

/** A choice, or several actions in a row done at once. */
export type Doable = Omit<Choice, "do"> & {
  do: Choice["do"] | Gesture["do"];
  via?: Gesture["via"];
};
export type Options = View["options"];
export type Point = Space["at"];
export type Standing = Settle["standing"];
/** What fills a hole of a sentence, and one of several. */
export type Value = NonNullable<Say["p"]>[string];
export type Part = Exclude<Value, unknown[]>;
export type Words = GameInfo["words"];

type AtTable<What extends string> = `/api/tables/{id}/${What}`;
/** What can be posted to a table: the last part of the path. */
export type Order = {
  [Path in keyof paths]: Path extends AtTable<infer What>
    ? paths[Path] extends { post: object }
      ? What
      : never
    : never;
}[keyof paths];
type Posted<What extends Order> = paths[AtTable<What>]["post"];
type Json<Message> = Message extends { content: { "application/json": infer Data } } ? Data : never;
export type OrderBody<What extends Order> = Json<Posted<What>["requestBody"]>;
export type OrderAnswer<What extends Order> = Json<Posted<What>["responses"][200]>;
