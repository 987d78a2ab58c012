import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { inboundMails } from "#app/db/tables/customer-page.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { isStopMessage } from "#app/features/crm/opt-outs/is-stop-message.ts";
import { OPT_OUT_MAIL } from "#app/features/privacy/constants.ts";
import { stopSender } from "#app/features/privacy/customer-stop.server.ts";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { findReplyKey } from "#app/features/requests/customer/reply-address.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { hasStandardWebhookSignature } from "#app/lib/signature.server.ts";
import type { WebhookRequest, WebhookResult } from "#app/lib/webhook.ts";
import { addMessage } from "../post-message.server.ts";
import { stopByMessage } from "../stop-by-message.server.ts";
import { answerAttachments } from "./answer-attachments.server.ts";
import { cutReply } from "./cut-reply.ts";
import { fitMessage } from "./fit-message.ts";
import { type InboundMail, inboundMailSchema } from "./schema.ts";

type MailApp = Pick<
  AppContext,
  "contactKeys" | "db" | "env" | "log" | "notifyOutbox" | "now" | "requestFeed"
>;

const LONG_MAIL = "\n\n[The email was longer. The rest was not kept.]";

/**
 * Handles a mail that arrived at the inbound address, which its relay signs according to Standard
 * Webhooks. The answer to a valid signature is the same whether the mail was taken: it must not
 * tell which addresses work.
 */
export async function receiveMail(
  app: MailApp,
  { headers, body }: WebhookRequest,
): Promise<WebhookResult> {
  const secret = app.env.MAIL_WEBHOOK_SECRET;
  if (!secret)
    return {
      ok: false,
      status: 401,
      error: "Inbound email is not set up here: MAIL_WEBHOOK_SECRET is not set.",
    };
  if (!hasStandardWebhookSignature({ secret, headers, body, now: app.now() }))
    return {
      ok: false,
      status: 401,
      error: "The signature is missing, wrong or too old.",
      isForged: true,
    };
  const mail = inboundMailSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!mail.success) {
    const [issue] = mail.error.issues;
    const error = `${issue?.path.join(".") || "body"}: ${issue?.message}`;
    return { ok: false, status: 400, error };
  }
  await handleMail(app, mail.data);
  return { ok: true };
}

async function handleMail(app: MailApp, mail: InboundMail): Promise<void> {
  const { db, env, log } = app;
  const now = app.now();
  const key = findReplyKey(env, mail.to);
  const opened = key ? await openRequestKey(app, { key, purpose: "reply", now }) : null;
  const requestId = opened?.requestId;
  const context = { db, actor: CUSTOMER_ACTOR, now, contactKeys: app.contactKeys };
  const dropped = isAutomatic(mail)
    ? "automatic"
    : await withTransaction(db, (tx) =>
        requestId ? takeMail(tx, context, { mail, requestId }) : takeStrayMail(tx, context, mail),
      );
  if (dropped) log.info({ requestId, reason: dropped }, "an inbound mail was dropped");
  else {
    if (requestId) app.requestFeed.publishChange(requestId);
    // A stop also goes to the CRM.
    app.notifyOutbox();
  }
}

/** Sent by a program, such as a notice of absence (RFC 3834). */
const isAutomatic = ({ autoSubmitted, precedence }: InboundMail): boolean =>
  !["", "no"].includes((autoSubmitted ?? "").trim().toLowerCase()) ||
  ["bulk", "junk", "list", "auto_reply"].includes((precedence ?? "").trim().toLowerCase());

/** The address in a header such as "Robin <robin@example.com>". */
const readAddress = (header: string): string =>
  (header.includes("<") ? header.slice(header.lastIndexOf("<") + 1) : header)
    .split(">", 1)[0]
    ?.trim()
    .toLowerCase() ?? "";

/** Ids of mails may contain names, so only their hash is kept. */
const hashId = (id: string): string => createHash("sha256").update(id).digest("base64url");

type MailContext = ActionContext & Pick<AppContext, "contactKeys">;

/** @returns why the mail was dropped; null where it was taken */
async function takeMail(
  tx: Transaction,
  context: MailContext,
  { mail, requestId }: { mail: InboundMail; requestId: string },
): Promise<string | null> {
  const { now } = context;
  const [request] = await tx
    .select({
      email: serviceRequests.emailNormalized,
      isDemo: serviceRequests.isDemo,
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId))
    .for("update");
  if (!request || request.isDemo) return "demo";
  if (!(await storeMailId(tx, { mail, now }))) return "repeated";
  const sender = readAddress(mail.from);
  // Whoever a mail was forwarded to has the key as well, and must not speak for the customer.
  const isCustomer = sender === request.email;
  const author = isCustomer ? "customer" : "unknown";
  const text = cutReply(mail.text);
  const posted = text ? await postReply(tx, context, { requestId, author, text }) : null;
  // Except to stop: many customers have more than one address, and read our mails in another.
  if (isStop({ ...mail, text })) {
    if (!isCustomer) await stopSender(tx, context, { email: sender, limitKey: requestId });
    const optOutId = await stopByMessage(tx, context, { requestId, source: "mail" });
    if (optOutId)
      await queueCustomerMail(tx, { requestId, kind: OPT_OUT_MAIL, subjectId: optOutId, now });
    return null;
  }
  if (isCustomer && mail.attachments > 0) await answerAttachments(tx, { requestId, now });
  return posted && !posted.ok ? posted.reason : null;
}

/**
 * A mail without a valid key: revoked since, or left out. Only a stop of its sender counts.
 * @returns why the mail was dropped; null where it was taken
 */
async function takeStrayMail(
  tx: Transaction,
  context: MailContext,
  mail: InboundMail,
): Promise<string | null> {
  if (!isStop({ ...mail, text: cutReply(mail.text) })) return "no-key";
  if (!(await storeMailId(tx, { mail, now: context.now }))) return "repeated";
  await stopSender(tx, context, { email: readAddress(mail.from) });
  return null;
}

/** @returns false where a mail with this id was handled before */
async function storeMailId(
  tx: Transaction,
  { mail, now }: { mail: InboundMail; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(inboundMails)
    .values({ id: hashId(mail.id), receivedAt: now })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** @param mail.text without what it quotes */
const isStop = ({ text, subject }: Pick<InboundMail, "subject" | "text">): boolean =>
  isStopMessage(text || readSubject(subject));

/** The subject as the customer's own words: that of an answer is ours. */
const readSubject = (subject: string): string =>
  /^(?:re|fwd?|aw)\s{0,3}:/i.test(subject.trim()) ? "" : subject;

const postReply = (
  tx: Transaction,
  context: ActionContext,
  { requestId, author, text }: { requestId: string; author: "customer" | "unknown"; text: string },
) =>
  addMessage(tx, context, {
    requestId,
    author,
    authorId: null,
    // Only the page asks who may read a message.
    offerId: null,
    text: fitMessage(text, LONG_MAIL),
    channel: "mail",
  });
