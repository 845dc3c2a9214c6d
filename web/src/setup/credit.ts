/** Who made a game, in one sentence: what its published rules name. */
import type { GameInfo } from "../api/protocol";
import { t } from "../state/words.svelte";

export function credit({ designer, publisher, year }: GameInfo): string {
  if (!designer) return t("lobby.by.unknown");
  return publisher
    ? t("lobby.by", { designer, publisher, year })
    : t("lobby.by.designer", { designer });
}
