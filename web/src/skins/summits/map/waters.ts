/** Rivers and lakes by the mountain of their map, in scene units. */
export interface Waters {
  rivers: { path: string; width: number }[];
  lakes: string[];
}

export const WATERS: Record<string, Waters> = {
  // The Katsura comes from the north-east and is joined by the Uji; as the Yodo they flow south-west.
  tennozan: {
    rivers: [
      {
        path: "M29.5 2C28.6 6 28.8 9.4 25 11.6S21.6 15.4 18.4 16.8S13.6 18.6 11.2 21.5",
        width: 1.7,
      },
      { path: "M29.5 14C27.6 13.8 26 13.4 23.6 13.4", width: 1 },
      {
        path: "M-1 15.8C1 16.4 3 16.3 4.6 16.7S8.4 17.6 9.2 18.6S10.8 19.6 11.6 20.4",
        width: 0.16,
      },
      {
        path: "M16.6 -1C15.6 2.4 16.2 4.4 16.4 6.4S16.2 10 17.2 11.4S19.6 13.4 20 14.8",
        width: 0.16,
      },
    ],
    lakes: [],
  },
  // Lake Yogo lies between the camps; Lake Biwa begins below the last ridge in the south-west.
  shizugatake: {
    rivers: [{ path: "M25 -1C24 3 26.6 6 25.6 9.4S27.6 14 27 16.6S26 19 26.6 21", width: 0.3 }],
    lakes: [
      "M13.6 14.9C14.1 14.2 15.2 14.5 16 14.3S17.6 14.3 17.8 14.9S17 16 16.1 15.9S14.9 16.3 14.2 15.9S13.2 15.4 13.6 14.9Z",
      "M-1 14.6C0.8 14.9 1.8 15.2 2.6 15.6S2.6 17.2 3.2 18S5 19.4 5.4 21H-1Z",
    ],
  },
};
