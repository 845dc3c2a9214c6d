/** The fonts of the page and the pictures: from which packages, and which of their weights. */
export const FAMILIES = [
  {
    family: "Honjin Mincho",
    from: "@fontsource/shippori-mincho",
    name: "shippori-mincho",
    weights: [500, 700],
    rules: false,
  },
  {
    family: "Honjin Gothic",
    from: "@fontsource/zen-kaku-gothic-new",
    name: "zen-kaku-gothic-new",
    weights: [400, 700],
    rules: true,
  },
];

/** What draws pictures without a browser reads no woff2. */
export const PICTURES = [
  "shippori-mincho 700",
  "zen-kaku-gothic-new 400",
  "zen-kaku-gothic-new 700",
];
