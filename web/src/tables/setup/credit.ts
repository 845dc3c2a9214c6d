/** A game's authors and publishers in one sentence, as its published rules name them. */
import type { GameInfo } from "../../api/protocol";
import { t } from "../../state/words.svelte";

export function credit({ designer, publisher, year }: GameInfo): string {
  if (!designer) return publisher ? t("lobby.by.publisher", { publisher }) : t("lobby.by.unknown");
  return publisher
    ? t("lobby.by", { designer, publisher, year })
    : t("lobby.by.designer", { designer });
}
