/** Who made a game, in one sentence. */
import type { GameInfo } from "../lib/protocol";
import { t } from "../state/words.svelte";

export function credit({ designer, publisher, year }: GameInfo): string {
  return designer ? t("lobby.by", { designer, publisher, year }) : t("lobby.by.unknown");
}
