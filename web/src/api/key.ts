/** The key of an order to make something. */
import { freshNonce } from "../lib/play/dice";

/** A new one: sent again with it, since its answer was lost, an order makes nothing a second time. */
export const freshKey = (): string => freshNonce();
