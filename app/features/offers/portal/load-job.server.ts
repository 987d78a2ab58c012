import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jobs, offers } from "#app/db/tables/offers.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatDay, formatMoney } from "#app/lib/format-values.ts";
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

/** Where the job of an offer stands; null for the offer of another provider. */
export async function loadJobStage(
  db: Database,
  { offerId, providerId, timeZone }: { offerId: string; providerId: string; timeZone: string },
): Promise<JobStageView | null> {
  const [job] = await db
    .select({
      stage: jobs.stage,
      at: jobs.stageAt,
      reason: jobs.notHiredReason,
      paid: jobs.paidAmount,
    })
    .from(offers)
    .innerJoin(jobs, eq(jobs.id, offers.jobId))
    .where(and(eq(offers.id, offerId), eq(offers.providerId, providerId)));
  if (!job) return null;
  const reason = job.reason as NotHiredReason | null;
  return {
    stage: job.stage,
    reason,
    paid: job.paid === null ? null : String(job.paid),
    said: job.stage && describe({ ...job, stage: job.stage, reason, timeZone }),
  };
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
