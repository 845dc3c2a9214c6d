/** The five colours of goods and merchants, each with a motif, so that nothing depends on colour alone. */
export interface Dye {
  motif: "crane" | "bamboo" | "plum" | "wave" | "crow";
  ground: string;
  edge: string;
  ink: string;
}

const DYES: Record<string, Dye> = {
  white: { motif: "crane", ground: "#fbf6ea", edge: "#9b9078", ink: "#3f3a31" },
  yellow: { motif: "bamboo", ground: "#e7c25a", edge: "#8d6a14", ink: "#3d2e07" },
  red: { motif: "plum", ground: "#b3475a", edge: "#66182a", ink: "#fff1e4" },
  blue: { motif: "wave", ground: "#4a6d9c", edge: "#1d3557", ink: "#f3f6fb" },
  black: { motif: "crow", ground: "#44403b", edge: "#171513", ink: "#f2e8d6" },
};
const PLAIN: Dye = { motif: "crane", ground: "#cfc4ab", edge: "#8a7f68", ink: "#3f3a31" };

export const dye = (name: string): Dye => DYES[name] ?? PLAIN;
