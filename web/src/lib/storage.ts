/**
 * What this browser keeps from one visit to the next. A browser that blocks storage throws at every
 * access, and a full one at writing: the page works without, so neither may stop it.
 */

/** The text kept under a key; null if there is none, or nothing may be kept. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text; false if that was impossible. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Keep nothing under a key. */
export function unstore(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}

/** What is kept as JSON under a key; undefined if there is none, or it cannot be read. */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(stored(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The keys that begin with a prefix. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Keep a text in this window until it is taken, also while the page is loaded again. */
export function sessionKept(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Then nothing is kept.
  }
}

/** The text kept so, which is kept no longer. */
export function takeSessionKept(key: string): string | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return null;
  }
}
