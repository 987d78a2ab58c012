import type { Database } from "#app/db/client.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatCredits, formatMoney, formatQuantity } from "#app/lib/format-values.ts";
import { countJobStages, countOwnOffers } from "./figures.sql.ts";
import { NOT_HIRED_REASONS, type NotHiredReason } from "./job-stages.ts";

export const FIGURE_DAYS = [30, 90, 365] as const;
export type FigureDays = (typeof FIGURE_DAYS)[number];

/** A figure with what it is made of. */
export type Figure = { label: string; value: string; note: string };
const NONE = "–";
const MINUTES_PER_HOUR = 60;

/** A provider's own figures of the offers that it got in the last days. */
export async function loadFigures(
  db: Database,
  { providerId, days, now }: { providerId: string; days: FigureDays; now: Date },
): Promise<{ figures: Figure[]; reasons: { label: string; jobs: string }[] }> {
  const since = new Date(now.getTime() - days * DAY_MS);
  const [counts, stages] = await Promise.all([
    countOwnOffers.first(db, { providerId, since, now }),
    countJobStages.rows(db, { providerId, since }),
  ]);
  return {
    figures: counts ? buildFigures(counts, stages) : [],
    reasons: stages.flatMap(({ reason, jobs }) =>
      reason === null
        ? []
        : {
            label: NOT_HIRED_REASONS[reason as NotHiredReason] ?? NOT_HIRED_REASONS.other,
            jobs: formatQuantity(jobs, "job"),
          },
    ),
  };
}

type Counts = NonNullable<Awaited<ReturnType<typeof countOwnOffers.first>>>;
type Stages = Awaited<ReturnType<typeof countJobStages.rows>>;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function buildFigures(counts: Counts, stages: Stages): Figure[] {
  const { offered, accepted, declined, missed, answerMinutes, connected, credits } = counts;
  const isHired = ({ stage }: Stages[number]) => stage !== "not-hired";
  const hired = sum(stages.filter(isHired).map(({ jobs }) => jobs));
  const notHired = sum(stages.map(({ jobs }) => jobs)) - hired;
  const done = stages.filter(({ stage }) => stage === "done");
  const paid = sum(done.map((row) => row.paid));
  const withAmount = sum(done.map((row) => row.withAmount));
  // The two queries may see different moments.
  const unknown = Math.max(0, connected - hired - notHired);
  const isOfMoney = credits > 0 && withAmount > 0;
  return [
    {
      label: "Answer time",
      value: answerMinutes === null ? NONE : formatMinutes(answerMinutes),
      note:
        answerMinutes === null
          ? "No answers in this time."
          : `The median of your answers. ${formatQuantity(missed, "offer")} ran out without one.`,
    },
    {
      label: "Accepted",
      value: formatShare(accepted, offered),
      note: `${accepted} of ${formatQuantity(offered, "offer")}; you declined ${declined}.`,
    },
    {
      label: "Customer's yes",
      value: formatShare(connected, accepted),
      note: `${connected} of ${formatQuantity(accepted, "offer")} that you accepted.`,
    },
    {
      label: "Hired",
      value: formatShare(hired, hired + notHired),
      note: `${hired} of ${formatQuantity(hired + notHired, "job")} of which you told us. ${formatQuantity(unknown, "more job")} with a yes: please update the status.`,
    },
    {
      label: "Earned per credit",
      value: isOfMoney ? formatMoney(paid / credits) : NONE,
      note: isOfMoney
        ? `${formatMoney(paid)} from ${formatQuantity(withAmount, "job")} that you marked as done with an amount, for ${formatCredits(credits)} spent in this time.`
        : "Mark jobs as done with what the customer paid, and this shows what a credit is worth to you.",
    },
  ];
}

const formatShare = (part: number, whole: number): string =>
  whole > 0 ? `${Math.round((part / whole) * 100)}%` : NONE;

function formatMinutes(minutes: number): string {
  const rounded = Math.max(1, Math.round(minutes));
  return rounded < MINUTES_PER_HOUR
    ? formatQuantity(rounded, "minute")
    : formatQuantity(Math.round(rounded / MINUTES_PER_HOUR), "hour");
}
