import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import {
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { listAttemptTimes } from "#app/features/calls/attempt-times.sql.ts";
import { findStaffCallingPlaces } from "#app/features/calls/calling-places.server.ts";
import { CAP_WINDOW_MS } from "#app/features/calls/constants.ts";
import type { SettingsCache } from "#app/features/settings/queries.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { getOptOutTime } from "../has-opted-out.server.ts";
import type { StatusChanged } from "../inbox/schema.ts";
import { type AttemptCheck, checkAttempt } from "./check-attempt.ts";
import { type AttemptChannel, DIAL_MS } from "./constants.ts";
import type { AttemptOutcome, NeededReason } from "./schema.ts";
import { ATTEMPTED_COLUMNS, type AttemptedRequest, storeAttempt } from "./store-attempt.server.ts";

export type LogAttemptInput = AttemptOutcome & {
  requestId: string;
  /** Where an attempt with this id is stored already, nothing is logged again. */
  attemptId?: string;
  /** Why in spite of the hours or the cap; ignored where neither was exceeded. */
  reason?: string;
  /** When the number was dialed, in ms since 1970; taken from within the last hour only. */
  dialedAt?: number;
};

export type LogAttemptResult =
  | { ok: true; attemptId: string; changed: StatusChanged | null }
  | { ok: false; reason: "not-found" | "opted-out" }
  | { ok: false; reason: "reason-needed"; needed: NeededReason };

export type AttemptContext = ActionContext & { settings: Pick<SettingsCache, "get"> };

/**
 * Logs an attempt of staff to reach a customer. Outside the calling hours or above the cap it needs a
 * reason. Nobody may call, text or email a person who opted out, so that is refused with or without
 * one, unless it was dialed before. Demo requests can be tried out like any other.
 */
export async function logAttempt(
  context: AttemptContext,
  { requestId, attemptId, channel, result, reason, dialedAt }: LogAttemptInput,
): Promise<LogAttemptResult> {
  const { now } = context;
  const site = await context.settings.get();
  const at = toDialTime(dialedAt, now);
  return withTransaction(context.db, async (tx): Promise<LogAttemptResult> => {
    const [request] = await tx
      .select({ ...ATTEMPTED_COLUMNS, optedOutAt: getOptOutTime(serviceRequests) })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, requestId))
      .for("update");
    if (!request || request.bodyHash === ERASED_HASH) return { ok: false, reason: "not-found" };
    if (request.optedOutAt && request.optedOutAt <= at) return { ok: false, reason: "opted-out" };
    if (attemptId && (await isLogged(tx, { requestId, attemptId })))
      return { ok: true, attemptId, changed: null };
    const check = await checkStored(tx, { request, channel, at });
    if (!check.ok && !reason) return { ok: false, reason: "reason-needed", needed: check };
    const broken = check.ok ? null : check.rule;
    const stored = await storeAttempt(tx, context, {
      request,
      attempt: { id: attemptId, channel, result, at, rule: broken, reason: broken && reason },
      site,
    });
    return { ok: true, attemptId: stored.id, changed: stored.changed };
  });
}

async function isLogged(
  tx: Transaction,
  { requestId, attemptId }: { requestId: string; attemptId: string },
): Promise<boolean> {
  const [logged] = await tx
    .select({ id: contactAttempts.id })
    .from(contactAttempts)
    .where(and(eq(contactAttempts.id, attemptId), eq(contactAttempts.requestId, requestId)));
  return logged !== undefined;
}

/** A call is logged when it is over, but the hours at which it was dialed count. */
export function toDialTime(dialedAt: number | undefined, now: Date): Date {
  const isRecent =
    dialedAt !== undefined && dialedAt <= now.getTime() && dialedAt > now.getTime() - DIAL_MS;
  return isRecent ? new Date(dialedAt) : now;
}

type Checked = { request: AttemptedRequest; channel: AttemptChannel; at: Date };

/** Checks an attempt against what is stored; until the commit, nobody else counts this number. */
export async function checkStored(
  tx: Transaction,
  { request, channel, at }: Checked,
): Promise<AttemptCheck> {
  if (channel === "email") return { ok: true };
  const { id, phoneE164: phone, zipValid: zip } = request;
  if (phone) await lockInTransaction(tx, ADVISORY_LOCKS.textNumber, phone);
  const since = new Date(at.getTime() - CAP_WINDOW_MS);
  const recent = await listAttemptTimes.rows(tx, { requestIds: [id], since });
  return checkAttempt({
    places: findStaffCallingPlaces({ zip, phoneE164: phone }),
    channel,
    recentAt: recent.map((attempt) => attempt.at.getTime()),
    now: at,
  });
}
