import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../src/api/client";
import { People } from "../../../src/tables/store/people.svelte";
import { view } from "../../fixtures/view";

afterEach(() => void vi.restoreAllMocks());

test("the players are fetched once, and again when a move is to be taken back", async () => {
  const asked = vi.spyOn(api, "people").mockResolvedValue({ pace: "live", seats: [] });
  const people = new People("t");
  await people.onShow(view({}));
  await people.onShow(view({}));
  expect(asked).toHaveBeenCalledTimes(1);
  const takeback = { by: 0, waiting: [1], step: 3 };
  await people.onShow(view({ takeback }));
  await people.onShow(view({ takeback }));
  expect(asked).toHaveBeenCalledTimes(2);
  await people.onShow(view({}));
  expect(asked).toHaveBeenCalledTimes(3);
});
