/** All covers, which the catalogue shows side by side, and the definitions that they refer to. */
import type { Component } from "svelte";

export const covers = import.meta.glob<Component>("./*/Cover.svelte", {
  eager: true,
  import: "default",
});
export const defs = import.meta.glob<Component>("./*/Defs.svelte", {
  eager: true,
  import: "default",
});
