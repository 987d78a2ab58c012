import { randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { jobs, offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import { OFFER_CHANNEL } from "../constants.ts";
import { extendContact } from "../extend-contact.server.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { notifyOfferChanged } from "../mutations.sql.ts";
import { isOffer } from "../offer-ref.server.ts";
import {
  JOB_STAGE_EVENT,
  JOB_STAGES,
  type JobStage,
  MAX_PAID_AMOUNT,
  NOT_HIRED_REASONS,
  type NotHiredReason,
} from "./job-stages.ts";
import { findChangeableStage } from "./load-job.server.ts";

const FORMS_PER_MINUTE = 20;
const REASONS = Object.keys(NOT_HIRED_REASONS) as [NotHiredReason, ...NotHiredReason[]];

const stageSchema = z
  .object({
    stage: z.enum(JOB_STAGES, { error: "Choose where the job stands." }),
    reason: z.enum(REASONS).optional().catch(undefined),
    paid: z
      .string()
      .max(20)
      .transform((text) => text.replaceAll(/[$,\s]/g, ""))
      .transform((text) => (text === "" ? null : Number(text)))
      .pipe(
        z
          .number({ error: "Enter an amount in dollars, such as 350." })
          .min(0, { error: "Enter an amount in dollars, such as 350." })
          .max(MAX_PAID_AMOUNT, { error: "This amount is too large." })
          .nullable(),
      )
      .default(null),
  })
  .refine(({ stage, reason }) => stage !== "not-hired" || reason, {
    path: ["reason"],
    error: "Choose why. It helps us to send you jobs that fit.",
  });

export type StageErrors = { stage?: string; reason?: string; paid?: string };
/** A refused form with what was chosen and typed. */
export type RefusedStage = { errors: StageErrors; values: Record<string, string> };
export type StageResult =
  | { ok: true }
  | { ok: false; status: 400 | 409 | 429; message: string | null; refused: RefusedStage };

type JobForm = { offerId: string; providerId: string; form: FormData; address: string };

/** Handles the form in which a provider says where a job stands. */
export async function handleStageForm(
  context: ActionContext & Pick<AppContext, "requestFeed">,
  { offerId, providerId, form, address }: JobForm,
): Promise<StageResult> {
  const { db, now } = context;
  const read = (name: string) => String(form.get(name) ?? "").slice(0, 40);
  const values = { stage: read("stage"), reason: read("reason"), paid: read("paid") };
  const refuse = (
    status: 400 | 409 | 429,
    message: string | null,
    errors: StageErrors = {},
  ): StageResult => ({ ok: false, status, message, refused: { errors, values } });
  const isAllowed = await consumeRateLimit(db, {
    key: `job-stage:${rateKey(address)}`,
    limit: FORMS_PER_MINUTE,
    windowSeconds: 60,
    now,
  });
  if (!isAllowed) return refuse(429, TOO_MANY_TRIES);
  const parsed = stageSchema.safeParse(values);
  if (!parsed.success)
    return refuse(
      400,
      null,
      Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [String(path[0] ?? "stage"), message]),
      ),
    );
  const { stage, reason, paid } = parsed.data;
  const requestId = await setJobStage(context, {
    ...{ offerId, providerId, stage },
    reason: stage === "not-hired" ? (reason ?? null) : null,
    paid: stage === "done" ? paid : null,
  });
  if (!requestId) return refuse(409, "This job is closed here, so nothing was saved.");
  context.requestFeed.publishChange(requestId);
  return { ok: true };
}

/** What the columns of staff know of it. */
const STATUSES = { started: "in_progress", done: "completed", "not-hired": "other" } as const;

type StageInput = {
  offerId: string;
  providerId: string;
  stage: JobStage;
  reason: NotHiredReason | null;
  /** Dollars. */
  paid: number | null;
};

/**
 * Stores where a job stands, for a provider who has the customer's yes. Whether the request is closed is
 * for staff to say.
 * @returns the id of the request; null where there is no such job
 */
export function setJobStage(context: ActionContext, input: StageInput): Promise<string | null> {
  const { now } = context;
  const { offerId, providerId, stage, reason, paid } = input;
  return withTransaction(context.db, async (tx) => {
    const [found] = await tx
      .select({ id: offers.id })
      .from(offers)
      .where(isOffer({ offerId, providerId }));
    const offer = found && (await lockOfferAndRequest(tx, { offerId: found.id, now }));
    if (!offer?.jobId || !(await findChangeableStage(tx, { offerId, providerId, now })))
      return null;
    const { serviceRequestId, company, jobId } = offer;
    const [before] = await tx
      .select({ stage: jobs.stage })
      .from(jobs)
      .where(eq(jobs.id, jobId))
      .for("update");
    const completed = Number(stage === "done") - Number(before?.stage === "done");
    if (completed !== 0)
      await tx
        .update(providers)
        .set({ jobsCompleted: sql`greatest(0, ${providers.jobsCompleted} + ${completed})` })
        .where(eq(providers.id, providerId));
    await tx
      .update(jobs)
      .set({
        stage,
        stageAt: now,
        notHiredReason: reason,
        paidAmount: paid,
        status: STATUSES[stage],
      })
      .where(eq(jobs.id, jobId));
    if (stage === "started") await extendContact(tx, { offerId, from: now, now });
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId: serviceRequestId,
      at: now,
      kind: JOB_STAGE_EVENT,
      detail: { offerId, providerId, company, stage, reason, paid },
    });
    await recordAudit(tx, context, {
      action: JOB_STAGE_EVENT,
      entity: "service-request",
      entityId: serviceRequestId,
      changes: { offerId, providerId, stage, reason, paid },
    });
    await notifyOfferChanged.run(tx, { channel: OFFER_CHANNEL, serviceRequestId });
    return serviceRequestId;
  });
}
