/** Calls a player to the table who looks at another window. */

/** What the browser says: whether it lets this site notify, or was not asked yet. */
export const permission = (): NotificationPermission | "missing" =>
  "Notification" in globalThis ? Notification.permission : "missing";

/** Ask the browser, as it wants it: in answer to a click. */
export async function ask(): Promise<ReturnType<typeof permission>> {
  if (permission() === "default") await Notification.requestPermission();
  return permission();
}

/** Take away what was pushed for a table: its player is there. */
export async function clear(table: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.getRegistration();
  const shown = (await found?.getNotifications({ tag: `honjin-${table}` })) ?? [];
  for (const one of shown) one.close();
}

/** Show a call of a table, instead of an earlier one of the same; the answer takes it away. */
export function call(table: string, text: string, icon: string): () => void {
  if (permission() !== "granted") return () => undefined;
  try {
    const shown = new Notification(text, { tag: `honjin-${table}`, icon });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some browsers of phones have notifications for installed sites only, and say so here.
    return () => undefined;
  }
}
