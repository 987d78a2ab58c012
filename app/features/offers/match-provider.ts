import { formatCredits } from "#app/lib/format-values.ts";
import { type MatchedAvailability, matchAvailability } from "./match-availability.ts";

/** Why a provider can, or cannot, be offered a request. */
export type MatchReason = {
  check:
    | "verified"
    | "category"
    | "zip"
    | "job-value"
    | "credits"
    | "subscription"
    | "paused"
    | "hours"
    | "daily-limit";
  ok: boolean;
  text: string;
};

export type MatchedProvider = {
  verificationStatus: string;
  verifiedUntil: Date | null;
  serviceCategories: readonly string[];
  serviceAreaZips: readonly string[];
  minJobValue: number | null;
  maxJobValue: number | null;
  credits: number;
  subscription: string | null;
  /** When they take offers; without it, at any time. */
  availability?: MatchedAvailability;
};

export type MatchedRequest = {
  zip: string | null;
  /** Names and slugs that mean the service: of the service and of its category. */
  serviceNames: readonly string[];
  /** Usual value of such a job in dollars; null where unknown. */
  value: { min: number; max: number } | null;
};

const LIVE_SUBSCRIPTIONS = ["active", "trialing"];
const formatDollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

/** Checks one provider against one request; it may be offered if every check is ok (`isMatch`). */
export function matchProvider(
  provider: MatchedProvider,
  request: MatchedRequest,
  { cost, now }: { cost: number; now: Date },
): MatchReason[] {
  const names = request.serviceNames.map((name) => name.toLowerCase());
  const isCurrent = provider.verifiedUntil === null || provider.verifiedUntil > now;
  const category = provider.serviceCategories.find((entry) => names.includes(entry.toLowerCase()));
  const covers = request.zip !== null && provider.serviceAreaZips.includes(request.zip);
  return [
    {
      check: "verified",
      ok: provider.verificationStatus === "verified" && isCurrent,
      text:
        provider.verificationStatus !== "verified"
          ? `Verification is ${provider.verificationStatus}`
          : isCurrent
            ? "Verified"
            : "Verification has expired",
    },
    {
      check: "category",
      ok: category !== undefined,
      text: category ? `Does ${category}` : "Does not list this service",
    },
    {
      check: "zip",
      ok: covers,
      text:
        request.zip === null
          ? "The request has no valid ZIP code"
          : covers
            ? `Covers ${request.zip}`
            : `Does not cover ${request.zip}`,
    },
    matchJobValue(provider, request.value),
    {
      check: "credits",
      ok: provider.credits >= cost,
      text: `${formatCredits(provider.credits)}, the offer costs ${cost.toLocaleString("en-US")}`,
    },
    {
      check: "subscription",
      ok: LIVE_SUBSCRIPTIONS.includes(provider.subscription ?? ""),
      text: provider.subscription
        ? `Subscription ${provider.subscription.replace("_", " ")}`
        : "No subscription",
    },
    ...(provider.availability ? matchAvailability(provider.availability, now) : []),
  ];
}

/** The provider's range must overlap the job's usual value; where either is unknown, any job fits. */
function matchJobValue(
  { minJobValue: min, maxJobValue: max }: MatchedProvider,
  value: MatchedRequest["value"],
): MatchReason {
  if (!value || (min === null && max === null))
    return { check: "job-value", ok: true, text: "Any job value" };
  const range = `${formatDollars(min ?? 0)} to ${max === null ? "any amount" : formatDollars(max)}`;
  const ok = (max === null || value.min <= max) && (min === null || value.max >= min);
  return {
    check: "job-value",
    ok,
    text: `Wants jobs worth ${range}; a job like this usually costs ${formatDollars(value.min)} to ${formatDollars(value.max)}`,
  };
}

export const isMatch = (reasons: readonly MatchReason[]) => reasons.every(({ ok }) => ok);
