import { and, eq, lt } from "drizzle-orm";
import { providerMailFailures } from "#app/db/tables/notifications.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import type { AdvisoryLock } from "#app/lib/advisory-locks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { getRetryDelay } from "#app/lib/retry-delay.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import {
  isRefusedForGood,
  type Mail,
  type MailContext,
  RECIPIENT_REFUSED,
  sendMail,
} from "./send-mail.server.ts";

const BATCH_SIZE = 50;
/** Staff call where a mail has failed for so long. */
const GIVE_UP_MS = 4 * HOUR_MS;
/** A mail server that works again is noticed within this time, however long it was down. */
const SERVER_DOWN_MS = 5 * MINUTE_MS;
/** Longer than any kind of notice is looked back for. */
const KEEP_FAILURES_MS = 30 * DAY_MS;

/** Something that providers get by mail, each once. */
export type ProviderNotice<T> = {
  /** Kind of the mails. */
  kind: string;
  /** What is due now, by `isMailDue`. */
  list: (search: { now: Date; mailKind: string; limit: number }) => Promise<T[]>;
  /** What a mail is about. */
  getSubjectId: (item: T) => string;
  /** The mail; "no-address" where the provider gets none, null where there is nothing to tell now. */
  compose: (item: T) => Promise<Omit<Mail, "kind" | "subjectId"> | "no-address" | null>;
  onSent?: (tx: Transaction, item: T, now: Date) => Promise<void>;
  /** No mail reaches the provider: asks staff to call. */
  onUnreachable: (tx: Transaction, item: T, now: Date) => Promise<void>;
  giveUpMs?: number;
};

type Run = { isHeld: () => Promise<boolean>; signal: AbortSignal | undefined };
type Outcome = "sent" | "unreachable" | "later" | "server-down" | "stopped";

/**
 * Mails providers what they were not notified of yet. One instance at a time. A mailbox that refuses does
 * not keep the others waiting, and a mail that fails is tried again later and later; where none can
 * reach a provider, staff are asked to call.
 * @param options.prepare runs first, under the same lock
 * @returns how many mails were handed to a mail server
 */
export async function notifyProviders<T>(
  app: MailContext,
  options: {
    lock: AdvisoryLock;
    notices: readonly ProviderNotice<T>[];
    prepare?: () => Promise<void>;
  },
  signal?: AbortSignal,
): Promise<number> {
  const sent = await withSessionLock(app.db, options.lock, async (isHeld) => {
    await options.prepare?.();
    let mails = 0;
    for (const notice of options.notices)
      mails += await sendNotices(app, notice, { isHeld, signal });
    return mails;
  });
  return sent ?? 0;
}

async function sendNotices<T>(
  app: MailContext,
  notice: ProviderNotice<T>,
  { isHeld, signal }: Run,
): Promise<number> {
  const due = await notice.list({ now: app.now(), mailKind: notice.kind, limit: BATCH_SIZE });
  let mails = 0;
  for (const item of due) {
    if (signal?.aborted || !(await isHeld())) break;
    const outcome = await sendNotice(app, notice, { item, signal });
    if (outcome === "sent") mails += 1;
    if (outcome === "server-down" || outcome === "stopped") break;
  }
  return mails;
}

async function sendNotice<T>(
  app: MailContext,
  notice: ProviderNotice<T>,
  { item, signal }: { item: T; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const outcome = await mailNotice(app, notice, { item, signal }).catch((error: unknown) => {
    app.log.error({ err: error, kind: notice.kind }, "a mail to a provider failed");
    return "later" as const;
  });
  if (outcome === "stopped") return outcome;
  const failure = { kind: notice.kind, subjectId: notice.getSubjectId(item), now: app.now() };
  return withTransaction(app.db, async (tx) => {
    if (outcome === "sent") {
      await notice.onSent?.(tx, item, failure.now);
      await tx.delete(providerMailFailures).where(isFailureOf(failure));
      return outcome;
    }
    if (outcome !== "unreachable") {
      const isOver = await recordFailure(tx, { ...failure, outcome, giveUpMs: notice.giveUpMs });
      if (!isOver) return outcome;
    }
    await notice.onUnreachable(tx, item, failure.now);
    await giveUp(tx, failure);
    return outcome;
  });
}

async function mailNotice<T>(
  app: MailContext,
  notice: ProviderNotice<T>,
  { item, signal }: { item: T; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const mail = await notice.compose(item);
  if (!mail) return "later";
  if (mail === "no-address") return "unreachable";
  const subject = { kind: notice.kind, subjectId: notice.getSubjectId(item) };
  const result = await sendMail(app, { ...mail, ...subject }, signal);
  // Without a mail server the mail is in a file, which nobody gets.
  if (result.ok) return result.where === "smtp" ? "sent" : "unreachable";
  if (signal?.aborted) return "stopped";
  if (isRefusedForGood(result.error)) return "unreachable";
  return result.error?.startsWith(RECIPIENT_REFUSED) ? "later" : "server-down";
}

type Failure = { kind: string; subjectId: string; now: Date };

const isFailureOf = ({ kind, subjectId }: Failure) =>
  and(eq(providerMailFailures.kind, kind), eq(providerMailFailures.subjectId, subjectId));

/** Sets the time of the next attempt. @returns whether it has failed for too long */
async function recordFailure(
  tx: Connection,
  failure: Failure & { outcome: "later" | "server-down"; giveUpMs: number | undefined },
): Promise<boolean> {
  const { kind, subjectId, now, outcome, giveUpMs = GIVE_UP_MS } = failure;
  const [before] = await tx.select().from(providerMailFailures).where(isFailureOf(failure));
  const attempts = (before?.attempts ?? 0) + 1;
  const firstFailedAt = before?.firstFailedAt ?? now;
  const giveUpAt = firstFailedAt.getTime() + giveUpMs;
  if (now.getTime() >= giveUpAt) return true;
  // One instance sends them one after the other, so nothing has to be spread at random.
  const delay = getRetryDelay(attempts, 0);
  const wait = outcome === "later" ? delay : Math.min(delay, SERVER_DOWN_MS);
  const nextAttemptAt = new Date(Math.min(now.getTime() + wait, giveUpAt));
  await tx
    .insert(providerMailFailures)
    .values({ kind, subjectId, attempts, firstFailedAt, nextAttemptAt })
    .onConflictDoUpdate({
      target: [providerMailFailures.kind, providerMailFailures.subjectId],
      set: { attempts, nextAttemptAt },
    });
  return false;
}

/** Remembers that a mail is not tried again, and forgets old failures. */
async function giveUp(tx: Connection, { kind, subjectId, now }: Failure): Promise<void> {
  await tx
    .insert(providerMailFailures)
    .values({
      kind,
      subjectId,
      attempts: 1,
      firstFailedAt: now,
      nextAttemptAt: now,
      givenUpAt: now,
    })
    .onConflictDoUpdate({
      target: [providerMailFailures.kind, providerMailFailures.subjectId],
      set: { givenUpAt: now },
    });
  const before = new Date(now.getTime() - KEEP_FAILURES_MS);
  await tx.delete(providerMailFailures).where(lt(providerMailFailures.firstFailedAt, before));
}
