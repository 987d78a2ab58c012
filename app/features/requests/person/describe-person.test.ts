import { describe, expect, test } from "vitest";
import type { RequestStatus } from "../inbox/schema.ts";
import { describePerson, findOriginal } from "./describe-person.ts";

describe("the line about a person", () => {
  const counts = {
    requests: 1,
    calls: 0,
    messages: 0,
    quizResults: 0,
    isCut: { requests: false, messages: false },
    since: "March",
  };

  test("names what there is, and since when there are several requests", () => {
    expect(describePerson(counts)).toBe("1 request");
    expect(describePerson({ ...counts, requests: 3, calls: 2, messages: 5 })).toBe(
      "3 requests since March, 2 calls, 5 messages",
    );
    expect(describePerson({ ...counts, calls: 1, messages: 1, quizResults: 1 })).toBe(
      "1 request, 1 call, 1 message, 1 quiz result",
    );
  });

  test("says so where only the newest are counted", () => {
    const isCut = { requests: true, messages: true };
    expect(describePerson({ ...counts, requests: 50, messages: 50, isCut })).toBe(
      "At least 50 requests, at least 50 messages",
    );
  });
});

describe("the request that another is likely a duplicate of", () => {
  const build = (id: string, hour: number, changes: object = {}) => ({
    id,
    serviceType: "Plumbing",
    createdAt: new Date(Date.UTC(2026, 4, 4, hour)),
    mergedIntoId: null as string | null,
    hasSamePhone: true,
    status: "new" as RequestStatus,
    isEmergency: false,
    isTried: false,
    ...changes,
  });
  const own = build("own", 20);
  const find = (...others: ReturnType<typeof build>[]) =>
    findOriginal([own, ...others], { own, withinMs: 10 * 3_600_000 })?.id ?? null;

  test("is the newest earlier one of the phone, and rather for the same service", () => {
    expect(find(build("a", 12), build("b", 14), build("later", 21))).toBe("b");
    expect(find(build("a", 12), build("b", 14, { serviceType: "Roofing" }))).toBe("a");
    expect(find(build("b", 14, { serviceType: "Roofing" }))).toBe("b");
  });

  test("is none with another phone, or from long before", () => {
    expect(find(build("a", 14, { hasSamePhone: false }), build("b", 9))).toBeNull();
  });

  test("is none that is closed, which would hide the new one", () => {
    expect(find(build("a", 14, { status: "closed" }))).toBeNull();
    expect(find(build("a", 14, { status: "contacted", isTried: true }))).toBe("a");
  });

  test("is the one that it was merged into, unless that is the request itself", () => {
    expect(find(build("a", 14, { mergedIntoId: "b" }), build("b", 3))).toBe("b");
    expect(find(build("a", 14, { mergedIntoId: "own" }))).toBeNull();
    expect(find(build("a", 14, { mergedIntoId: "not listed" }))).toBeNull();
  });
});
