import type { Database } from "#app/db/client.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatDay, formatMoney } from "#app/lib/format-values.ts";
import { MAX_CONTACT_DAYS } from "../constants.ts";
import { findJobStage } from "./job-stage.sql.ts";
import {
  JOB_STAGE_LABELS,
  type JobStage,
  NOT_HIRED_REASONS,
  type NotHiredReason,
} from "./job-stages.ts";

export type JobStageView = {
  stage: JobStage | null;
  reason: NotHiredReason | null;
  /** Dollars, as in a form. */
  paid: string | null;
  /** What the provider said last, in words. */
  said: string | null;
};

/**
 * Where the job of an offer stands; null where its provider has nothing to say of it, or no more, and for
 * the offer of another one.
 */
export async function loadJobStage(
  db: Database,
  input: { offerId: string; providerId: string; timeZone: string; now: Date },
): Promise<JobStageView | null> {
  const job = await findChangeableStage(db, input);
  if (!job) return null;
  const { stage, reason, paid } = job;
  return {
    stage,
    reason,
    paid: paid === null ? null : String(paid),
    said: stage && describe({ ...job, stage, timeZone: input.timeZone }),
  };
}

/** Only of jobs with a customer's yes after that can a provider still say where they stand. */
export const getStageCutoff = (now: Date): Date =>
  new Date(now.getTime() - MAX_CONTACT_DAYS * DAY_MS);

/** The stage that a provider may still change, or null. */
export async function findChangeableStage(
  db: Connection,
  { offerId, providerId, now }: { offerId: string; providerId: string; now: Date },
) {
  const approvedAfter = getStageCutoff(now);
  const job = await findJobStage.first(db, { offerId, providerId, approvedAfter });
  return job?.canChange ? job : null;
}

function describe(job: {
  stage: JobStage;
  at: Date | null;
  reason: NotHiredReason | null;
  paid: number | null;
  timeZone: string;
}): string {
  const { stage, at, reason, paid, timeZone } = job;
  const when = at ? `, you said on ${formatDay(toBusinessDay(at, timeZone))}` : "";
  const why = reason ? `: ${NOT_HIRED_REASONS[reason].toLowerCase()}` : "";
  const amount = paid === null ? "" : `, paid ${formatMoney(paid)}`;
  return `${JOB_STAGE_LABELS[stage]}${why}${amount}${when}.`;
}
