import type { ClaimEvidence } from "#app/features/settings/claims.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { MIN_REVIEWS, RESPONSE_DAYS } from "./constants.ts";

/** What was measured of the business. Demo data never counts. */
export type Figures = {
  /** Stars of all reviews. */
  reviews: { sum: number; count: number };
  /**
   * Minutes of business hours from each request to the first contact, `Infinity` where none is on
   * record.
   */
  responseMinutes: readonly number[];
  verifiedProviders: number;
  /** The checks of which each active provider has valid evidence, and how many have just these. */
  activeProviders: readonly { checks: readonly string[]; count: number }[];
  cities: { covered: number; all: number };
};

/**
 * `proven`: the figure supports the claim. `unproven`: it does not. `missing`: there is too little
 * to measure. `your-word`: nothing that is recorded can show it.
 */
export type Assessment = {
  state: "proven" | "unproven" | "missing" | "your-word";
  /** What was measured, as a sentence. */
  figure: string;
  /** What the claim needs, as a sentence; empty where nothing can be measured. */
  needed: string;
};

type Evidence<M extends ClaimEvidence["measure"]> = Extract<ClaimEvidence, { measure: M }>;

const classify = (isProven: boolean) => (isProven ? "proven" : "unproven");

/** Whether what was measured supports a claim. */
export function assessClaim(evidence: ClaimEvidence, figures: Figures): Assessment {
  switch (evidence.measure) {
    case "rating":
      return assessRating(evidence, figures);
    case "first-response":
      return assessResponse(evidence, figures);
    case "checks":
      return assessChecks(evidence, figures);
    case "coverage":
      return assessCoverage(figures);
    case "none":
      return { state: "your-word", figure: "No evidence can be measured: your word.", needed: "" };
  }
}

function assessRating(
  { average: minAverage, reviews: minReviews }: Evidence<"rating">,
  { reviews: { sum, count } }: Figures,
): Assessment {
  const needed = `Needed: an average of ${minAverage} or more from at least ${formatQuantity(minReviews, "review")}.`;
  const from = formatQuantity(count, "review");
  if (count < MIN_REVIEWS)
    return {
      state: "missing",
      figure: `${from} so far; an average counts from ${MIN_REVIEWS} on.`,
      needed,
    };
  // Rounded down: an average just below the limit does not look like one that reaches it.
  const average = Math.floor((sum * 100) / count) / 100;
  return {
    state: classify(count >= minReviews && sum >= minAverage * count),
    figure: `Average ${average.toFixed(2)} of 5 from ${from}.`,
    needed,
  };
}

function assessResponse(
  { minutes: maxMinutes, requests: minRequests }: Evidence<"first-response">,
  { responseMinutes }: Figures,
): Assessment {
  const needed = `Needed: a median of ${formatQuantity(maxMinutes, "minute")} or less from at least ${formatQuantity(minRequests, "request")}.`;
  const count = responseMinutes.length;
  const from = formatQuantity(count, "request");
  if (count < minRequests)
    return { state: "missing", figure: `${from} in ${RESPONSE_DAYS} days.`, needed };
  // Of two in the middle the slower one.
  const median = responseMinutes.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? Infinity;
  return {
    state: classify(median <= maxMinutes),
    figure:
      median === Infinity
        ? `At least half of ${from} have no contact on record.`
        : `Median of the first contact: ${formatQuantity(Math.ceil(median), "minute")}, from ${from}.`,
    needed,
  };
}

/** A check as part of a sentence, where its name alone does not say it. */
const CHECK_WORDS: Partial<Record<string, string>> = { background: "a background check" };

function assessChecks({ checks }: Evidence<"checks">, { activeProviders }: Figures): Assessment {
  const what = checks.map((check) => CHECK_WORDS[check] ?? check).join(" and ");
  const needed = `Needed: valid evidence of ${what} for every active provider.`;
  const sum = (groups: Figures["activeProviders"]) =>
    groups.reduce((total, { count }) => total + count, 0);
  const all = sum(activeProviders);
  if (all === 0) return { state: "missing", figure: "There is no active provider.", needed };
  const valid = sum(
    activeProviders.filter((group) => checks.every((check) => group.checks.includes(check))),
  );
  const percent = Math.floor((valid * 100) / all);
  return {
    state: classify(valid === all),
    figure: `Valid evidence of ${what}: ${valid} of ${formatQuantity(all, "active provider")} (${percent}%).`,
    needed,
  };
}

function assessCoverage({ verifiedProviders, cities }: Figures): Assessment {
  const { covered, all } = cities;
  return {
    state: verifiedProviders === 0 ? "missing" : classify(covered === all),
    figure: `Covered by ${formatQuantity(verifiedProviders, "verified provider")}: ${covered} of the ${all} largest US cities.`,
    needed: `Needed: all ${all} cities.`,
  };
}
