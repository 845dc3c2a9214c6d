/** Notifies a player in another window that the table waits. */

/** The browser's permission: granted, denied, or not asked yet. */
export const permission = (): NotificationPermission | "missing" =>
  "Notification" in globalThis ? Notification.permission : "missing";

/** Ask the browser for permission; only works in response to a click. */
export async function ask(): Promise<ReturnType<typeof permission>> {
  if (permission() === "default") await Notification.requestPermission();
  return permission();
}

/** Remove the push notifications of a table: its player is there. */
export async function clear(table: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.getRegistration();
  const shown = (await found?.getNotifications({ tag: `honjin-${table}` })) ?? [];
  for (const one of shown) one.close();
}

/** Show a table's notification, replacing an earlier one; the returned function removes it. */
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
    // Some mobile browsers allow notifications for installed sites only, and report it here.
    return () => undefined;
  }
}
