import { expect, test } from "vitest";
import { chooseExpired } from "./choose-expired.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const listNights = (count: number, last = "2031-12-31T02:30:00Z") =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.parse(last) - (count - 1 - index) * DAY_MS),
  }));
const listDays = (backups: { at: Date }[]) =>
  backups.map(({ at }) => at.toISOString().slice(0, 10)).sort();

test("of two years, seven days, four weeks and twelve months stay", () => {
  const nights = listNights(730);
  const expired = new Set(chooseExpired(nights));
  const kept = nights.filter((night) => !expired.has(night));
  expect(listDays(kept)).toEqual([
    "2031-01-31",
    "2031-02-28",
    "2031-03-31",
    "2031-04-30",
    "2031-05-31",
    "2031-06-30",
    "2031-07-31",
    "2031-08-31",
    "2031-09-30",
    "2031-10-31",
    "2031-11-30",
    "2031-12-14",
    "2031-12-21",
    "2031-12-25",
    "2031-12-26",
    "2031-12-27",
    "2031-12-28",
    "2031-12-29",
    "2031-12-30",
    "2031-12-31",
  ]);
});

test("run after run, what a later night needs is still there", () => {
  let kept: { at: Date }[] = [];
  for (const night of listNights(730)) {
    kept.push(night);
    const expired = new Set(chooseExpired(kept));
    kept = kept.filter((backup) => !expired.has(backup));
    expect(kept).toContain(night);
  }
  expect(new Set(kept.map(({ at }) => at.toISOString().slice(0, 7))).size).toBe(12);
});

test("of several a day, the newest stays, and none expires for its age alone", () => {
  const [first, second] = ["02", "05"].map((hour) => ({
    at: new Date(`2031-05-06T${hour}:00:00Z`),
  }));
  expect(chooseExpired([first, second].flatMap((backup) => backup ?? []))).toEqual([first]);
  expect(chooseExpired(listNights(3, "2001-01-01T00:00:00Z"))).toEqual([]);
  expect(chooseExpired([])).toEqual([]);
});
