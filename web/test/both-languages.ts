/** Tests read the page in both languages at once, without waiting for their sentences. */
import { learn } from "../src/i18n";

await Promise.all([learn("en"), learn("ja")]);
