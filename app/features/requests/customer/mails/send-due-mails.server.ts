import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import { customerMails } from "#app/db/tables/customer-page.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import { isRefusedForGood, RECIPIENT_REFUSED } from "#app/features/mail/send-mail.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { getRetryDelay } from "#app/lib/retry-delay.ts";
import { RECEIPT_MAIL } from "../../constants.ts";
import { MAIL_LAPSED_EVENT } from "../constants.ts";
import { type ClaimedMail, deliverMail, type MailJobContext } from "./deliver-mail.server.ts";
import type { CustomerMailKind, MailedRequest } from "./mail-kind.ts";
import { claimDueMails, countMailsTo, findMailedRequest, holdDueMails } from "./mails.sql.ts";

const LEASE_MS = MINUTE_MS;
const BATCH_SIZE = 10;
/** Over at least three days. */
const MAX_ATTEMPTS = 10;
/** Somebody may fill in the form with another person's address: so many receipts a day, no more. */
const RECEIPTS_A_DAY = 5;
/**
 * Mails of all kinds a day to one address: more than the busiest request makes. What is above waits,
 * as a flood of mails must not reach a stranger.
 */
const MAILS_A_DAY = 50;
/** A mail that brings what somebody waits for is not sent later than this. */
const LAPSE_MS = HOUR_MS;
const TOO_MANY = "too-many";
/** A mail server that is down is asked again this much later, whatever the number of mails. */
const SERVER_DOWN_MS = 20 * SECOND_MS;

const MAIL_LEASE: LeaseRules<typeof customerMails> = {
  table: customerMails,
  isOpen: eq(customerMails.state, "waiting"),
  leaseMs: LEASE_MS,
};

/** What became of an attempt. */
type Outcome =
  | { state: "sent"; recipientHash: string }
  | { state: "dropped" | "dead"; error: string }
  | { state: "waiting"; until: Date; error?: string; isAttempt?: boolean; isServerDown?: boolean }
  /** Another worker has the mail. */
  | { state: "lost" };

/**
 * Sends the mails to customers that are due, and stops at the first that shows the mail server to be
 * down. @returns how many were sent
 */
export async function sendDueMails(
  app: MailJobContext,
  { kinds, signal }: { kinds: readonly CustomerMailKind[]; signal?: AbortSignal },
): Promise<number> {
  let sent = 0;
  await holdDueMails.run(app.db, { now: app.now() });
  while (!signal?.aborted) {
    const now = app.now();
    const claimed = await claimDueMails.rows(app.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      limit: BATCH_SIZE,
    });
    if (claimed.length === 0) return sent;
    for (const [index, mail] of claimed.entries()) {
      const outcome = await sendClaimed(app, { mail, kinds, signal }).catch((error: unknown) => {
        // Claimed again when its lease has run out; the others must not wait for it.
        logFailure(app, mail, error);
        return { state: "lost" } as const;
      });
      if (outcome.state === "sent") sent += 1;
      const isServerDown = outcome.state === "waiting" && outcome.isServerDown;
      if (isServerDown || signal?.aborted) {
        await releaseMails(app, claimed.slice(index + 1));
        return sent;
      }
    }
  }
  return sent;
}

async function releaseMails({ db, now }: MailJobContext, mails: ClaimedMail[]): Promise<void> {
  const nextAttemptAt = new Date(now().getTime() + SERVER_DOWN_MS);
  for (const mail of mails)
    await withLease({ ...MAIL_LEASE, db, now }, mail, (lease) => lease.end(db, { nextAttemptAt }));
}

type SendOptions = { mail: ClaimedMail; kinds: readonly CustomerMailKind[]; signal?: AbortSignal };

const logFailure = ({ log }: MailJobContext, { kind, requestId }: ClaimedMail, err: unknown) =>
  log.error({ err, kind, requestId }, "a mail to a customer failed");

function sendClaimed(app: MailJobContext, options: SendOptions): Promise<Outcome> {
  const { db, now } = app;
  const { mail } = options;
  const rules = { ...MAIL_LEASE, db, now, signal: options.signal };
  return withLease(rules, mail, async (lease): Promise<Outcome> => {
    // The mails before it may have taken long. Counted here: whatever goes wrong ends some day.
    if (!(await lease.renew(db, { attempts: mail.attempts + 1 }))) return { state: "lost" };
    const kind = options.kinds.find((known) => known.kind === mail.kind);
    const outcome = await attemptMail(app, { kind, mail, lease }).catch((error: unknown) => {
      logFailure(app, mail, error);
      return planRetry(app, mail, { error: "failed" });
    });
    await recordOutcome(app, { kind, mail, lease }, outcome);
    return outcome;
  });
}

type Claim = {
  kind: CustomerMailKind | undefined;
  mail: ClaimedMail;
  lease: Lease<typeof customerMails>;
};

async function attemptMail(app: MailJobContext, { kind, mail, lease }: Claim): Promise<Outcome> {
  const { db, log, now } = app;
  if (!kind) throw new Error(`no feature composes mails of the kind ${mail.kind}`);
  const request = await findMailedRequest.first(db, { requestId: mail.requestId });
  const to = kind.findAddress ? await kind.findAddress(db, mail.subjectId) : request?.email;
  const obstacle =
    findObstacle(kind, request) ?? (hasLapsed(app, { kind, mail }) ? "lapsed" : null);
  if (!request || !to || obstacle) return { state: "dropped", error: obstacle ?? "no-address" };
  const recipientHash = hashContact(app.contactKeys, to);
  const limited = await findLimit(app, { kind, recipientHash });
  if (limited) return limited;
  const renew = (tx: Transaction) => lease.renew(tx);
  const result = await deliverMail(app, { kind, mail, request, to, renew });
  if (result.ok) return { state: "sent", recipientHash };
  if (result.reason === "lost") return { state: "lost" };
  if (result.reason === "changed") return { state: "waiting", until: now() };
  if (result.reason !== "failed") return { state: "dropped", error: result.reason };
  const { error } = result;
  log.warn({ kind: mail.kind, requestId: mail.requestId }, "a mail to a customer was not sent");
  if (isRefusedForGood(error)) return { state: "dead", error };
  // One mailbox that is full must not keep the others waiting.
  return planRetry(app, mail, { error, isServerDown: !error.startsWith(RECIPIENT_REFUSED) });
}

function planRetry(
  { now, random }: MailJobContext,
  mail: ClaimedMail,
  { error, isServerDown }: { error: string; isServerDown?: boolean },
): Outcome {
  const attempts = mail.attempts + 1;
  if (attempts >= MAX_ATTEMPTS) return { state: "dead", error };
  const until = new Date(now().getTime() + getRetryDelay(attempts, random()));
  return { state: "waiting", until, error, isAttempt: true, isServerDown };
}

/** Why nobody may be mailed about a request, as a code; null where nothing forbids it. */
function findObstacle(kind: CustomerMailKind, request: MailedRequest | undefined): string | null {
  if (!request || request.isErased) return "erased";
  if (request.isDemo) return "demo";
  if (request.isOptedOut && !kind.isAskedFor) return "opted-out";
  return null;
}

const getLapse = ({ createdAt }: ClaimedMail) => createdAt.getTime() + LAPSE_MS;
const hasLapsed = (
  { now }: MailJobContext,
  { kind, mail }: { kind: CustomerMailKind; mail: ClaimedMail },
): boolean => kind.lapsesWith !== undefined && now().getTime() >= getLapse(mail);

/** What the caps of mails to one address make of one more; null where it may be sent. */
async function findLimit(
  { db, now }: MailJobContext,
  { kind, recipientHash }: { kind: CustomerMailKind; recipientHash: string },
): Promise<Outcome | null> {
  const since = new Date(now().getTime() - DAY_MS);
  const sent = await countMailsTo.first(db, { recipientHash, receiptKind: RECEIPT_MAIL, since });
  if (!sent) return null;
  if (kind.kind === RECEIPT_MAIL && sent.receipts >= RECEIPTS_A_DAY)
    return { state: "dropped", error: TOO_MANY };
  if (sent.mails < MAILS_A_DAY || !sent.firstAt) return null;
  const until = new Date(sent.firstAt.getTime() + DAY_MS);
  return { state: "waiting", until, error: TOO_MANY };
}

/** Stores what became of an attempt; one that the mail is not to blame for does not count. */
async function recordOutcome(
  app: MailJobContext,
  { kind, mail, lease }: Claim,
  outcome: Outcome,
): Promise<void> {
  const { db, now } = app;
  if (outcome.state === "lost") return;
  if (outcome.state === "sent") {
    const { state, recipientHash } = outcome;
    await lease.end(db, { state, recipientHash, finishedAt: now() });
  } else if (outcome.state === "waiting") {
    const { until, error, isAttempt } = outcome;
    const lapse = kind?.lapsesWith === undefined ? Number.POSITIVE_INFINITY : getLapse(mail);
    await lease.end(db, {
      nextAttemptAt: new Date(Math.min(until.getTime(), lapse)),
      lastError: error,
      ...(!isAttempt && { attempts: mail.attempts }),
    });
  } else await endMail(app, { kind, mail, lease }, outcome);
}

/** Ends a mail that will not be sent. */
async function endMail(
  { db, now }: MailJobContext,
  { kind, mail, lease }: Claim,
  { state, error }: { state: "dropped" | "dead"; error: string },
): Promise<void> {
  const at = now();
  const isEnded = await withTransaction(db, async (tx) => {
    const isHeld = await lease.end(tx, { state, lastError: error, finishedAt: at });
    if (!isHeld || error !== "lapsed") return isHeld;
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId: mail.requestId,
      at,
      kind: MAIL_LAPSED_EVENT,
      detail: { mail: kind?.lapsesWith },
    });
    return true;
  });
  if (isEnded && error !== "nothing-to-tell")
    await kind?.onUnreachable?.({ db, now: at }, mail.subjectId);
}
