/** The tabs beside the board; on a phone, the sheets that the dock opens. */
export type Tab = "log" | "analysis" | "chat" | "rules" | "info";
export const TABS: readonly Tab[] = ["log", "analysis", "chat", "rules", "info"];

/** The tab that an arrow key leads to, wrapping around. */
export function tabBeside(tab: Tab, key: string): Tab | undefined {
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  return by === 0 ? undefined : TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
}
