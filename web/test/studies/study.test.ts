import { afterEach, expect, test, vi } from "vitest";
import * as together from "../../src/api/together";
import { api } from "../../src/api/client";
import type { Me, StudyInfo } from "../../src/api/protocol";
import { studyApi } from "../../src/studies/api";
import { StudyState } from "../../src/studies/study.svelte";

afterEach(() => void vi.restoreAllMocks());

/** A page that goes to a study and away again, before or after an answer has come. */
async function visit(leaves: "before me" | "before the study" | "later"): Promise<number> {
  let open = 0;
  vi.spyOn(together, "open").mockImplementation(() => {
    open += 1;
    return { readyState: 0, addEventListener: () => undefined, close: () => void (open -= 1) };
  });
  const study = new StudyState("s1");
  const leave = (when: typeof leaves): void => void (when === leaves && study.leave());
  vi.spyOn(api, "me").mockImplementation(() => {
    leave("before me");
    return Promise.resolve({} as Me);
  });
  vi.spyOn(studyApi, "study").mockImplementation(() => {
    leave("before the study");
    return Promise.resolve({ version: 1, chapters: [] } as unknown as StudyInfo);
  });
  await study.enter();
  leave("later");
  return open;
}

test("whoever leaves a study while it is being loaded leaves no stream open", async () => {
  for (const when of ["before me", "before the study", "later"] as const)
    expect(await visit(when)).toBe(0);
});
