import { DAY_MS } from "#app/lib/durations.ts";
import {
  CHECK_LABELS,
  CHECKS,
  type Check,
  EXPIRY_WARNING_DAYS,
  type ProviderStatus,
  REQUIRED_CHECKS,
} from "../constants.ts";

/** Days as 2026-11-21. Evidence is valid through its last day. */
export type Evidence = { check: Check; validUntil: string | null };
export type EvidenceState = { state: "valid" | "expiring" | "expired"; daysLeft: number | null };

const countDaysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Whether a piece of evidence is valid today, and for how many days. */
export function classifyEvidence(
  { validUntil }: Pick<Evidence, "validUntil">,
  today: string,
): EvidenceState {
  if (!validUntil) return { state: "valid", daysLeft: null };
  const daysLeft = countDaysBetween(today, validUntil);
  return {
    state: daysLeft < 0 ? "expired" : daysLeft <= EXPIRY_WARNING_DAYS ? "expiring" : "valid",
    daysLeft,
  };
}

export type EvidenceWarning = { check: Check; state: "expiring" | "expired"; daysLeft: number };

/**
 * The check that has expired, or expires first within the warning period. If a check has several
 * pieces of evidence, the one valid longest counts.
 */
export function findWarning(evidence: readonly Evidence[], today: string): EvidenceWarning | null {
  const warnings = CHECKS.flatMap((check): EvidenceWarning[] => {
    const ends = evidence
      .filter((entry) => entry.check === check)
      .map(({ validUntil }) => validUntil);
    if (ends.length === 0 || ends.includes(null)) return [];
    const { state, daysLeft } = classifyEvidence(
      { validUntil: ends.toSorted().at(-1) ?? null },
      today,
    );
    return state === "valid" || daysLeft === null ? [] : [{ check, state, daysLeft }];
  });
  return warnings.toSorted((a, b) => a.daysLeft - b.daysLeft)[0] ?? null;
}

/** Such as "License expires in 12 days" or "License expired". */
export const formatWarning = ({ check, state, daysLeft }: EvidenceWarning) =>
  `${CHECK_LABELS[check]} ${state === "expired" ? "expired" : `expires ${formatDaysLeft(daysLeft)}`}`;

export const formatDaysLeft = (days: number) =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

export type Proposal = { status: ProviderStatus; reason: string };

type StatusFacts = {
  status: ProviderStatus;
  verifiedUntil: Date | null;
  evidence: readonly Evidence[];
  now: Date;
  today: string;
};

/**
 * The status that the evidence supports; null where the provider has it already. A rejected provider
 * stays rejected. If a check has several pieces of evidence, one valid piece is enough.
 */
export function proposeStatus({
  status,
  verifiedUntil,
  evidence,
  now,
  today,
}: StatusFacts): Proposal | null {
  const isValid = (check: Check) =>
    evidence.some(
      (entry) => entry.check === check && classifyEvidence(entry, today).state !== "expired",
    );
  const lapsed = REQUIRED_CHECKS.filter(
    (check) => evidence.some((entry) => entry.check === check) && !isValid(check),
  );
  if (status === "verified") {
    if (verifiedUntil && verifiedUntil <= now)
      return { status: "expired", reason: "The verification has run out" };
    if (lapsed.length > 0)
      return {
        status: "expired",
        reason: `${lapsed.map((check) => CHECK_LABELS[check]).join(" and ")} no longer valid`,
      };
    return null;
  }
  if (status === "rejected" || !REQUIRED_CHECKS.every(isValid)) return null;
  return {
    status: "verified",
    reason: `${REQUIRED_CHECKS.map((check) => CHECK_LABELS[check]).join(" and ")} are valid`,
  };
}

/** The last day on which all required checks are valid; null where none of them expires. */
export function getEvidenceEnd(evidence: readonly Evidence[], today: string): string | null {
  const ends = REQUIRED_CHECKS.flatMap((check) => {
    const valid = evidence.filter(
      (entry) => entry.check === check && classifyEvidence(entry, today).state !== "expired",
    );
    if (valid.length === 0 || valid.some(({ validUntil }) => validUntil === null)) return [];
    return valid
      .map(({ validUntil }) => validUntil ?? "")
      .sort()
      .slice(-1);
  });
  return ends.sort()[0] ?? null;
}
