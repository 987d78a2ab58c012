import { expect, test } from "vitest";
import { addArrived, keepUnlisted, type LoadedList, NONE_ARRIVED } from "./arrived-requests.ts";
import type { RequestEvent } from "./request-events.ts";

const LOADED: LoadedList = { at: 1_000, fromNewest: true, ids: ["listed"] };
const after = (events: RequestEvent[], loaded = LOADED, arrived = NONE_ARRIVED) =>
  events.reduce((state, event) => addArrived(state, event, loaded), arrived);
const idsOf = ({ at }: typeof NONE_ARRIVED) => [...at.keys()];

test("counts a request that arrived before the stream began, and one that comes again once", () => {
  const arrived = after([
    { kind: "newest", newest: { id: "a", at: 1_500 } },
    { kind: "new", ids: ["a", "listed"], at: 1_510 },
    { kind: "new", ids: ["before the list was read"], at: 900 },
  ]);
  expect(idsOf(arrived)).toEqual(["a"]);
  expect(idsOf(after([{ kind: "newest", newest: { id: "listed", at: 1_001 } }]))).toEqual([]);
  expect(idsOf(after([{ kind: "newest", newest: { id: "old", at: 999 } }]))).toEqual([]);
});

test("keeps what arrived while the list was being loaded", () => {
  const arrived = after([
    { kind: "new", ids: ["a"], at: 1_500 },
    { kind: "missed" },
    { kind: "new", ids: ["b", "c"], at: 2_001 },
  ]);
  const left = keepUnlisted(arrived, { ...LOADED, at: 2_000, ids: ["a", "c"] });
  expect([idsOf(left), left.missed]).toEqual([["b"], false]);
  const page = { ...LOADED, fromNewest: false, at: 2_000 };
  expect(keepUnlisted(arrived, page)).toBe(arrived);
});

test("a list that has the newest request has missed none", () => {
  const missed = after([{ kind: "missed" }]);
  const check: RequestEvent = { kind: "newest", newest: { id: "old", at: 500 } };
  expect(after([check], LOADED, missed).missed).toBe(false);
  expect(after([check], { ...LOADED, fromNewest: false }, missed).missed).toBe(true);
  expect(after([{ kind: "newest", newest: { id: "a", at: 1_500 } }], LOADED, missed)).toMatchObject(
    { missed: true },
  );
});
