import { eq, inArray } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { customerMails, requestKeys } from "#app/db/tables/requests.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import {
  isRefusedForGood,
  type Mail,
  RECIPIENT_REFUSED,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { getRetryDelay } from "#app/lib/retry-delay.ts";
import { RECEIPT_MAIL } from "../../constants.ts";
import { addRequestKey, createRequestKey, getRequestUrl, type NewKey } from "../keys.server.ts";
import { buildReplyAddress, canReceiveMail, REPLY_MARKER } from "../reply-address.ts";
import type { CustomerMailKind, MailedRequest } from "./mail-kind.ts";
import { claimDueMails, findMailedRequest } from "./mails.sql.ts";

const LEASE_MS = MINUTE_MS;
const BATCH_SIZE = 10;
/** Over at least three days. */
const MAX_ATTEMPTS = 10;
/** Somebody may fill in the form with another person's address: so many receipts a day, no more. */
const RECEIPTS_A_DAY = 5;
/** A mail server that is down is asked again this much later, whatever the number of mails. */
const SERVER_DOWN_MS = 20 * SECOND_MS;

const MAIL_LEASE: LeaseRules<typeof customerMails> = {
  table: customerMails,
  isOpen: eq(customerMails.state, "waiting"),
  leaseMs: LEASE_MS,
};

export type MailJobContext = Pick<
  AppContext,
  "db" | "env" | "log" | "now" | "settings" | "contactKeys"
> & { random: () => number };
type ClaimedMail = Awaited<ReturnType<typeof claimDueMails.rows>>[number];
type MailLease = Lease<typeof customerMails>;
type Result = "sent" | "dropped" | "dead" | "later" | "server-down";

/**
 * Sends the mails to customers that are due, and stops at the first that shows the mail server to be
 * down. @returns how many were sent
 */
export async function sendDueMails(
  app: MailJobContext,
  { kinds, signal }: { kinds: readonly CustomerMailKind[]; signal?: AbortSignal },
): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const now = app.now();
    const claimed = await claimDueMails.rows(app.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      limit: BATCH_SIZE,
    });
    if (claimed.length === 0) return sent;
    for (const [index, mail] of claimed.entries()) {
      const result = await sendClaimed(app, { mail, kinds, signal }).catch((error: unknown) => {
        // Claimed again when its lease has run out; the others must not wait for it.
        app.log.error({ err: error, kind: mail.kind }, "a mail to a customer failed");
        return "later" as const;
      });
      if (result === "sent") sent += 1;
      if (result === "server-down" || signal?.aborted) {
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

function sendClaimed(app: MailJobContext, options: SendOptions): Promise<Result> {
  const { db, now, log } = app;
  const { mail } = options;
  return withLease({ ...MAIL_LEASE, db, now, signal: options.signal }, mail, async (lease) => {
    const kind = options.kinds.find((known) => known.kind === mail.kind);
    if (!kind) throw new Error(`no feature composes mails of the kind ${mail.kind}`);
    const request = await findMailedRequest.first(db, {
      requestId: mail.requestId,
      receiptKind: RECEIPT_MAIL,
      since: new Date(now().getTime() - DAY_MS),
    });
    const to = kind.findAddress ? await kind.findAddress(db, mail.subjectId) : request?.email;
    const obstacle = findObstacle(kind, request);
    if (!request || !to || obstacle)
      return endMail(app, lease, { mail, kind, state: "dropped", error: obstacle ?? "no-address" });
    const result = await composeAndSend(app, { kind, mail, request, to });
    if (result.ok) {
      await lease.end(db, { state: "sent", attempts: mail.attempts + 1, finishedAt: now() });
      return "sent";
    }
    if (result.error === "nothing-to-tell")
      return endMail(app, lease, { mail, kind, state: "dropped", error: result.error });
    log.warn({ kind: mail.kind, requestId: mail.requestId }, "a mail to a customer was not sent");
    if (isRefusedForGood(result.error) || mail.attempts + 1 >= MAX_ATTEMPTS)
      return endMail(app, lease, { mail, kind, state: "dead", error: result.error });
    await lease.end(db, {
      attempts: mail.attempts + 1,
      nextAttemptAt: new Date(now().getTime() + getRetryDelay(mail.attempts + 1, app.random())),
      lastError: result.error,
    });
    // One mailbox that is full must not keep the others waiting.
    return result.error.startsWith(RECIPIENT_REFUSED) ? "later" : "server-down";
  });
}

/** Why nobody may be mailed about a request, as a code; null where nothing forbids it. */
function findObstacle(kind: CustomerMailKind, request: MailedRequest | undefined): string | null {
  if (!request || request.isErased) return "erased";
  if (request.isDemo) return "demo";
  if (request.isOptedOut && !kind.isAskedFor) return "opted-out";
  if (kind.kind === RECEIPT_MAIL && request.receipts >= RECEIPTS_A_DAY) return "too-many";
  return null;
}

/** Ends a mail that will not be sent. */
async function endMail(
  { db, now }: MailJobContext,
  lease: MailLease,
  end: { mail: ClaimedMail; kind: CustomerMailKind; state: "dropped" | "dead"; error: string },
): Promise<Result> {
  const { mail, kind, state, error } = end;
  await lease.end(db, { state, lastError: error, finishedAt: now() });
  if (error !== "nothing-to-tell") await kind.onUnreachable?.({ db, now: now() }, mail.subjectId);
  return state;
}

type Composition = {
  kind: CustomerMailKind;
  mail: ClaimedMail;
  request: MailedRequest;
  to: string;
};

/**
 * Sends one mail with new keys, to the page and for an answer; those of a failed one are deleted. For
 * an address of its own they are not stored, so that they open nothing.
 */
async function composeAndSend(
  app: MailJobContext,
  { kind, mail, request, to }: Composition,
): Promise<{ ok: true } | { ok: false; error: string }> {
  const { db, env, contactKeys, settings } = app;
  const now = app.now();
  const canReply = canReceiveMail(env) && !kind.takesNoReply && !kind.findAddress;
  const keyOptions = { requestId: request.id, madeFor: "mail", now } as const;
  const pageKey = kind.findAddress
    ? createRequestKey(contactKeys)
    : await addRequestKey(db, contactKeys, keyOptions);
  const replyKey = canReply
    ? await addRequestKey(db, contactKeys, { ...keyOptions, purpose: "reply" })
    : null;
  const text = await kind.compose({
    db,
    env,
    contactKeys,
    now,
    site: await settings.get(),
    request,
    subjectId: mail.subjectId,
    pageUrl: getRequestUrl(env, pageKey.key),
    canReply,
  });
  const result =
    text && (await sendMail(app, { ...addReply(app, text, replyKey), to, ...describeMail(mail) }));
  if (result?.ok) return { ok: true };
  const keys = [pageKey, ...(replyKey ? [replyKey] : [])].map(({ id }) => id);
  await db.delete(requestKeys).where(inArray(requestKeys.id, keys));
  return { ok: false, error: text ? (result?.error ?? "unknown") : "nothing-to-tell" };
}

/** The mail with the address for its answer, where answers arrive. */
const addReply = <T extends MailText>(
  { env }: MailJobContext,
  mail: T,
  replyKey: NewKey | null,
): T & Pick<Mail, "replyTo"> =>
  replyKey
    ? {
        ...mail,
        text: `${REPLY_MARKER}\n\n${mail.text}`,
        replyTo: buildReplyAddress(env, replyKey.key),
      }
    : mail;

/** What is recorded of a mail: no address. */
const describeMail = ({ id, kind, requestId }: ClaimedMail) => ({
  kind: `customer-${kind}`,
  subjectId: requestId,
  messageId: id,
});
