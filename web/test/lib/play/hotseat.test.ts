import { expect, test } from "vitest";
import { shouldHide, fits, isOlder, nextSeats, hiddenView } from "../../../src/lib/play/hotseat";
import type { Holder, View } from "../../../src/api/protocol";

const me: Holder = { kind: "person", name: "A", you: true };
const other: Holder = { kind: "person", name: "B" };

/** A view of a table for four: the user holds three seats. */
function view(given: Partial<View> = {}): View {
  return {
    shared: true,
    viewer: null,
    version: 7,
    seats: [me, other, me, { ...me, bot: "samurai" }],
    must_act: [0, 1, 2, 3],
    turn: { seat: 0, prompt: {}, choices: [] },
    can: { back: true },
    log: { start: 3, lines: [{ step: 4, say: { k: "secret" } }] },
    scene: {
      skin: "x",
      spaces: [{}],
      pieces: [{ id: "p" }],
      sides: [
        {
          side: 0,
          name: { k: "red" },
          crest: "sun",
          colour: "red",
          seat: 0,
          facts: [{ k: "secret" }],
        },
      ],
    },
    ...given,
  } as unknown as View;
}

test("the next seats are the user's that must act and that no bot plays", () => {
  expect(nextSeats(view())).toEqual([0, 2]);
  expect(nextSeats(view({ must_act: [1, 2] }))).toEqual([2]);
});

test("a view fits only the revealed seat", () => {
  expect(fits(view({ viewer: 0 }), 0)).toBe(true);
  expect(fits(view({ viewer: 0 }), 2)).toBe(false);
  expect(fits(view({ viewer: 0 }), undefined)).toBe(false);
  expect(fits(view(), undefined)).toBe(true);
  expect(fits(view(), 0)).toBe(false);
  expect(fits(view({ shared: false, viewer: 2 }), undefined)).toBe(true);
});

test("the board is hidden when the seat has acted and another must", () => {
  expect(shouldHide(view({ viewer: 0 }), { seat: 0 })).toBe(false);
  expect(shouldHide(view({ viewer: 0, must_act: [2] }), { seat: 0 })).toBe(true);
  expect(shouldHide(view({ viewer: 0, must_act: [1, 3] }), { seat: 0 })).toBe(false);
});

test("a player may peek until something happens", () => {
  expect(shouldHide(view({ viewer: 0, must_act: [2] }), { seat: 0, peekedAt: 7 })).toBe(false);
  expect(shouldHide(view({ viewer: 0, must_act: [2], version: 8 }), { seat: 0, peekedAt: 7 })).toBe(
    true,
  );
});

test("views are compared by version, but not those of different eyes where secrets are kept", () => {
  expect(isOlder(view({ version: 6 }), view())).toBe(true);
  expect(isOlder(view(), view())).toBe(false);
  expect(isOlder(view({ viewer: 0, version: 6 }), view())).toBe(false);
  expect(isOlder(view({ shared: false, viewer: 0, version: 6 }), view())).toBe(false);
  expect(
    isOlder(view({ shared: false, viewer: 0, version: 6 }), view({ shared: false, viewer: 1 })),
  ).toBe(true);
  expect(isOlder(view(), undefined)).toBe(false);
});

test("once nothing is secret, the board is not hidden before the seat to act", () => {
  expect(shouldHide(view({ viewer: 0, open: true }), { seat: 0 })).toBe(true);
  expect(shouldHide(view({ viewer: 3, open: true, must_act: [1] }), { seat: 3 })).toBe(false);
});

test("a hidden view has nothing of the scene, the log and the choices", () => {
  const left = hiddenView(view({ viewer: 0 }));
  expect(JSON.stringify(left)).not.toContain("secret");
  expect(left.turn).toBeUndefined();
  expect(left.scene.pieces).toEqual([]);
  expect(left.can).toEqual({});
  expect(left.scene.sides[0]!.seat).toBe(0);
});
