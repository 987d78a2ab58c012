import type { StoredMatchReason } from "#app/db/tables/offers.server.ts";
import { formatCredits, formatDollars } from "#app/lib/format-values.ts";
import type { MatchedProvider, MatchedRequest, MatchReason } from "../match-provider.ts";

type Matched = { provider: MatchedProvider; request: MatchedRequest; cost: number };
type Words = (matched: Matched, ok: boolean) => string;

/** Added where staff offer a request to a provider who fails a check. */
const ASKED_ALL_THE_SAME = "Our staff asked you all the same";

/** What a provider reads about each check. */
const WORDS: Record<MatchReason["check"], Words> = {
  verified: (_, ok) => (ok ? "Your verification is current" : "Your verification is not current"),
  category: ({ provider, request }, ok) => {
    const names = request.serviceNames.map((name) => name.toLowerCase());
    const category = provider.serviceCategories.find((entry) =>
      names.includes(entry.toLowerCase()),
    );
    return ok && category
      ? `You do ${lowerWords(category)}`
      : `You do not list this service. ${ASKED_ALL_THE_SAME}`;
  },
  zip: ({ request: { zip } }, ok) =>
    ok && zip ? `${zip} is in your area` : "The job is not in your area",
  "job-value": describeJobValue,
  credits: ({ provider, cost }) =>
    `You had ${formatCredits(provider.credits)}, and accepting costs ${formatCredits(cost)}`,
  subscription: ({ provider }, ok) =>
    !ok
      ? "Your subscription is not active"
      : provider.subscription === "trialing"
        ? "Your subscription is in its trial"
        : "Your subscription is active",
  paused: () => "You had paused offers",
  hours: (_, ok) =>
    ok
      ? "It was within the hours in which you take offers"
      : `It was outside the hours in which you take offers. ${ASKED_ALL_THE_SAME}`,
  "daily-limit": (_, ok) =>
    ok
      ? "You were below your daily limit"
      : `You had reached your daily limit. ${ASKED_ALL_THE_SAME}`,
};

/** The reasons of a match in words for the provider, who reads them in the offer. */
export const describeMatch = (
  reasons: readonly MatchReason[],
  matched: Matched,
): StoredMatchReason[] =>
  reasons.map(({ check, ok }) => ({ check, ok, text: WORDS[check](matched, ok) }));

function describeJobValue({ provider, request: { value } }: Matched, ok: boolean): string {
  const wish = describeWish(provider);
  if (!value)
    return wish
      ? "We have no usual price for a job like this, so your range of job values was not applied"
      : "You take jobs of any value";
  const usual = `Jobs like this usually cost ${formatDollars(value.min)} to ${formatDollars(value.max)}`;
  const sentence = `${usual}; you take jobs ${wish ?? "of any value"}`;
  return ok ? sentence : `${sentence}. ${ASKED_ALL_THE_SAME}`;
}

function describeWish({ minJobValue: min, maxJobValue: max }: MatchedProvider): string | null {
  if (min !== null && max !== null) return `from ${formatDollars(min)} to ${formatDollars(max)}`;
  if (min !== null) return `from ${formatDollars(min)}`;
  return max === null ? null : `up to ${formatDollars(max)}`;
}

/** A service within a sentence: "Water Heaters" as "water heaters", "AC Repair" as "AC repair". */
const lowerWords = (name: string): string =>
  name
    .split(" ")
    .map((word) => (word.slice(1) === word.slice(1).toLowerCase() ? word.toLowerCase() : word))
    .join(" ");
