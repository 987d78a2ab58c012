import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { formatDollars } from "#app/lib/format-values.ts";
import { findJobValue } from "./job-value.server.ts";

export type Fact = { label: string; value: string };
type Job = {
  serviceType: string;
  city: string | null;
  zip: string | null;
  timeframe: string | null;
  details: { urgency_level?: unknown };
};

/** "Plumbing in Atlanta 30308". */
export const formatJobTitle = ({ serviceType, city, zip }: Omit<Job, "timeframe" | "details">) =>
  `${serviceType} in ${[city, zip].filter(Boolean).join(" ") || "your area"}`;

/** What a provider reads about a job before the customer's yes: nothing that identifies them. */
export const listJobFacts = (job: Job): Fact[] =>
  listFacts([
    ["Service", job.serviceType],
    ["Place", [job.city, job.zip].filter(Boolean).join(" ")],
    ["Timeframe", findLabel(FIELDS.timeframe.choices, job.timeframe)],
    ...listPreferences(job),
    ["Jobs like this usually cost", formatJobValue(job.serviceType)],
  ]);

function formatJobValue(serviceType: string): string | null {
  const value = findJobValue(resolveServiceName(serviceType).slug);
  return value && `${formatDollars(value.min)} to ${formatDollars(value.max)}`;
}

export const listPreferences = ({ details }: Pick<Job, "details">): [string, string | null][] => [
  ["Wanted", findLabel(FIELDS.urgencyLevel.choices, details.urgency_level)],
];
export const findLabel = (choices: readonly { value: string; label: string }[], value: unknown) =>
  choices.find((choice) => choice.value === value)?.label ?? null;
export const listFacts = (pairs: [string, string | null][]): Fact[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
