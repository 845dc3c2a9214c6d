/** For how long a player is waited for before the others may replace them, as the server counts it. */
export const WAIT = 180_000;

export interface Times {
  /** When the table was opened, by the server's clock. */
  opened: number;
  /** The server's time, if the page knows it. */
  server: number | undefined;
  /** The device's clock, which may be wrong. */
  device: number;
  /** For how long this page has shown the table. */
  shown: number;
}

/** What is left of the wait. A wrong device's clock cannot make it longer than it is. */
export const waitLeft = ({ opened, server, device, shown }: Times): number =>
  server === undefined ? Math.min(opened + WAIT - device, WAIT - shown) : opened + WAIT - server;
