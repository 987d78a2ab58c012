import { isDeepStrictEqual } from "node:util";
import { eq, inArray } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { requestKeys } from "#app/db/tables/customer-page.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import { type Mail, sendMail } from "#app/features/mail/send-mail.server.ts";
import {
  createRequestKey,
  getRequestUrl,
  type KeyPurpose,
  type NewKey,
  storeRequestKey,
} from "../keys.server.ts";
import { buildReplyAddress, canReceiveMail, REPLY_MARKER } from "../reply-address.ts";
import type { CustomerMailKind, MailedRequest } from "./mail-kind.ts";
import { type claimDueMails, findMailedRequest } from "./mails.sql.ts";

export type MailJobContext = Pick<
  AppContext,
  "db" | "env" | "log" | "now" | "settings" | "contactKeys"
> & { random: () => number };
export type ClaimedMail = Awaited<ReturnType<typeof claimDueMails.rows>>[number];

type Delivery = {
  kind: CustomerMailKind;
  mail: ClaimedMail;
  /** As it was read when the mail was claimed, and the address from then. */
  request: MailedRequest;
  to: string;
  /** Extends the lease. @returns false where another worker has the mail */
  renew: (tx: Transaction) => Promise<boolean>;
};

export type DeliveryResult =
  | { ok: true }
  /** `changed`: the request is another one now; `lost`: another worker has the mail. */
  | { ok: false; reason: "changed" | "lost" | "nothing-to-tell" }
  | { ok: false; reason: "failed"; error: string };

type PurposedKey = NewKey & { purpose: KeyPurpose };

/**
 * Sends one mail with new keys, to the page and for an answer. They are stored right before, and
 * deleted where the mail certainly did not arrive. For an address of its own they are not stored, so
 * that they open nothing.
 */
export async function deliverMail(
  app: MailJobContext,
  delivery: Delivery,
): Promise<DeliveryResult> {
  const { db, env, contactKeys, settings } = app;
  const { kind, mail, request, to } = delivery;
  const canReply = canReceiveMail(env) && !kind.takesNoReply && !kind.findAddress;
  const pageKey = createRequestKey(contactKeys);
  const replyKey = canReply ? createRequestKey(contactKeys, "reply") : null;
  const text = await kind.compose({
    db,
    env,
    contactKeys,
    now: app.now(),
    site: await settings.get(),
    request,
    subjectId: mail.subjectId,
    pageUrl: getRequestUrl(env, pageKey.key),
    canReply,
  });
  if (!text) return { ok: false, reason: "nothing-to-tell" };
  const keys: PurposedKey[] = kind.findAddress
    ? []
    : [
        { ...pageKey, purpose: "page" },
        ...(replyKey ? [{ ...replyKey, purpose: "reply" as const }] : []),
      ];
  const obstacle = await storeKeys(app, delivery, keys);
  if (obstacle) return { ok: false, reason: obstacle };
  const sent = await sendMail(app, { ...addReply(app, text, replyKey), to, ...describeMail(mail) });
  if (sent.ok) return { ok: true };
  const keyIds = keys.map(({ id }) => id);
  if (!sent.isUncertain) await db.delete(requestKeys).where(inArray(requestKeys.id, keyIds));
  return { ok: false, reason: "failed", error: sent.error ?? "unknown" };
}

/**
 * Stores the keys of a mail, if the address and the request are still those that it was composed
 * with: a link must not go to a former address. @returns why not, or null
 */
function storeKeys(
  { db, contactKeys, now }: MailJobContext,
  { kind, mail, request, to, renew }: Delivery,
  keys: readonly PurposedKey[],
): Promise<"changed" | "lost" | null> {
  const { requestId, subjectId } = mail;
  return withTransaction(db, async (tx) => {
    const { id } = serviceRequests;
    await tx.select({ id }).from(serviceRequests).where(eq(id, requestId)).for("update");
    const present = await findMailedRequest.first(tx, { requestId });
    const address = kind.findAddress ? await kind.findAddress(tx, subjectId) : present?.email;
    if (address !== to || !isDeepStrictEqual(present, request)) return "changed";
    if (!(await renew(tx))) return "lost";
    for (const key of keys)
      await storeRequestKey(tx, contactKeys, key, { requestId, madeFor: "mail", now: now() });
    return null;
  });
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
