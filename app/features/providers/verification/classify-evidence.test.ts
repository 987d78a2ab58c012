import { describe, expect, test } from "vitest";
import type { Check, ProviderStatus } from "../constants.ts";
import {
  classifyEvidence,
  findWarning,
  formatWarning,
  getEvidenceEnd,
  proposeStatus,
} from "./classify-evidence.ts";

const today = "2026-11-21";
const now = new Date("2026-11-21T12:00:00Z");
const evidence = (entries: Partial<Record<Check, (string | null)[]>>) =>
  Object.entries(entries).flatMap(([check, ends]) =>
    ends.map((validUntil) => ({ check: check as Check, validUntil })),
  );
const propose = (
  status: ProviderStatus,
  entries: Parameters<typeof evidence>[0],
  verifiedUntil: Date | null = null,
) =>
  proposeStatus({ status, verifiedUntil, evidence: evidence(entries), now, today })?.status ?? null;

test("evidence is valid through its last day, with a warning in the last thirty", () => {
  expect(classifyEvidence({ validUntil: null }, today)).toEqual({ state: "valid", daysLeft: null });
  expect(classifyEvidence({ validUntil: "2026-11-20" }, today)).toEqual({
    state: "expired",
    daysLeft: -1,
  });
  expect(classifyEvidence({ validUntil: "2026-11-21" }, today)).toEqual({
    state: "expiring",
    daysLeft: 0,
  });
  expect(classifyEvidence({ validUntil: "2026-12-21" }, today)).toEqual({
    state: "expiring",
    daysLeft: 30,
  });
  expect(classifyEvidence({ validUntil: "2026-12-22" }, today)).toEqual({
    state: "valid",
    daysLeft: 31,
  });
});

describe("a status is proposed", () => {
  test("verified, once license and insurance are valid, unless a person rejected the provider", () => {
    const complete = { license: [null], insurance: ["2027-01-01"] };
    expect(propose("pending", complete)).toBe("verified");
    expect(propose("expired", complete)).toBe("verified");
    expect(propose("rejected", complete)).toBeNull();
    expect(propose("verified", complete)).toBeNull();
    expect(propose("pending", { license: [null], identity: [null] })).toBeNull();
    expect(propose("pending", { license: [null], insurance: ["2026-11-20"] })).toBeNull();
  });

  test("expired, once the date or a required check has passed and no newer one is valid", () => {
    expect(propose("verified", {}, now)).toBe("expired");
    expect(propose("verified", {}, new Date(now.getTime() + 1))).toBeNull();
    expect(propose("verified", { insurance: ["2026-11-20"] })).toBe("expired");
    expect(propose("verified", { insurance: ["2026-11-20", "2027-11-20"] })).toBeNull();
    expect(propose("verified", { background: ["2026-11-20"] })).toBeNull();
    expect(propose("pending", { insurance: ["2026-11-20"] })).toBeNull();
  });

  test("with the reason in words", () => {
    const reasonOf = (entries: Parameters<typeof evidence>[0]) =>
      proposeStatus({
        status: "verified",
        verifiedUntil: null,
        evidence: evidence(entries),
        now,
        today,
      })?.reason;
    expect(reasonOf({ license: ["2026-01-01"], insurance: ["2026-01-01"] })).toBe(
      "License and Insurance no longer valid",
    );
  });
});

test("complete evidence is valid until its first required check ends", () => {
  expect(
    getEvidenceEnd(
      evidence({
        license: ["2027-05-01", "2028-01-01"],
        insurance: ["2027-09-01"],
        identity: ["2026-12-01"],
      }),
      today,
    ),
  ).toBe("2027-09-01");
  expect(
    getEvidenceEnd(evidence({ license: [null, "2027-05-01"], insurance: [null] }), today),
  ).toBeNull();
});

test("a warning names the check that ends first; its longest valid evidence counts", () => {
  const today = "2026-05-04";
  const warn = (...evidence: [Check, string | null][]) => {
    const found = findWarning(
      evidence.map(([check, validUntil]) => ({ check, validUntil })),
      today,
    );
    return found && formatWarning(found);
  };
  expect(warn()).toBeNull();
  expect(warn(["license", "2026-06-04"], ["insurance", null])).toBeNull();
  expect(warn(["license", "2026-06-03"])).toBe("License expires in 30 days");
  expect(warn(["license", "2026-05-05"], ["insurance", "2026-05-20"])).toBe(
    "License expires tomorrow",
  );
  expect(warn(["insurance", "2026-05-04"])).toBe("Insurance expires today");
  expect(warn(["insurance", "2026-05-03"], ["license", "2026-05-05"])).toBe("Insurance expired");
  expect(
    warn(
      ["license", "2026-01-01"],
      ["license", "2027-01-01"],
      ["insurance", "2026-01-01"],
      ["insurance", null],
    ),
  ).toBeNull();
});
