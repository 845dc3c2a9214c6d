import { expect, test } from "vitest";
import { WAIT, waitLeft } from "../../../src/tables/seats/next";

const OPENED = 1_000_000;

test("the wait is counted by the server's clock, whatever the device says", () => {
  const times = { opened: OPENED, server: OPENED + 60_000, device: 0, shown: 0 };
  expect(waitLeft(times)).toBe(WAIT - 60_000);
});

test("without it, a device that is behind waits no longer than the whole wait", () => {
  const behind = { opened: OPENED, server: undefined, device: OPENED - 3_600_000 };
  expect(waitLeft({ ...behind, shown: 60_000 })).toBe(WAIT - 60_000);
  expect(waitLeft({ ...behind, shown: WAIT })).toBe(0);
});
