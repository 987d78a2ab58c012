import { z } from "zod";

/** Responses of the generator endpoints, as the editors parse them. */

/** Shown when a response is not valid. */
export const INVALID_RESPONSE = "Invalid response from server";

/** Fields that all kinds of jobs share. */
export const jobStateSchema = z.object({
  id: z.string(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  stage: z.string(),
  error: z.string().nullable(),
});
/** A generation job as far as its progress is followed. */
export type FollowedJob = z.infer<typeof jobStateSchema>;
export const isUnfinished = ({ state }: Pick<FollowedJob, "state">) =>
  state === "waiting" || state === "running";

const estimateSchema = z.object({
  generator: z.enum(["built-in", "model"]),
  label: z.string(),
  costCents: z.number().nullable(),
  budgetLeftCents: z.number().nullable(),
});
export type Estimate = z.infer<typeof estimateSchema>;
export const parseEstimate = (body: unknown): Estimate | null =>
  estimateSchema.safeParse(body).data ?? null;

const refusalSchema = z.object({
  success: z.literal(false),
  error: z.string().optional().catch(undefined),
  job_id: z.string().optional().catch(undefined),
});
export type Refusal = { ok: false; error: string; jobId?: string };

/**
 * The error of a refused call: the server's own message, or else `failed`. Null when the call was
 * not refused.
 */
export function parseRefusal(body: unknown, failed: string): Refusal | null {
  const refused = refusalSchema.safeParse(body).data;
  return refused
    ? {
        ok: false,
        error: refused.error || failed,
        ...(refused.job_id ? { jobId: refused.job_id } : {}),
      }
    : null;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The cost of a run as text; null when it is free. */
export function describeCost({ costCents, budgetLeftCents }: Estimate): string | null {
  if (costCents === 0) return null;
  const cost =
    costCents === null
      ? "The cost is not known."
      : `Estimated cost: ${costCents < 1 ? "less than $0.01" : dollars(costCents)}.`;
  return budgetLeftCents === null
    ? cost
    : `${cost} ${dollars(budgetLeftCents)} of today's budget are left.`;
}
