import { and, asc, eq, inArray, max } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { endCurrentOffers } from "#app/features/offers/customer/cancel-request.server.ts";
import { lockSharedRequests } from "#app/features/offers/customer/customer-offers.sql.ts";
import { optOutOfProvider } from "#app/features/offers/customer/opt-out-of-provider.server.ts";
import { isSuppressed } from "#app/features/requests/customer/corrections/locked-request.server.ts";
import { listGroupIds } from "#app/features/requests/merged-requests.sql.ts";
import {
  type HashedContact,
  hashContacts,
  listRequestContacts,
} from "#app/lib/hashed-contacts.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { STOP_LINK_LIMIT, STOP_WINDOW_SECONDS } from "./constants.ts";
import { recordOptOut } from "./opt-out.server.ts";

const SOURCE = "my-request";

/** Locks requests in the order of their ids, and lists each hashed phone and email in them once. */
async function lockContacts(tx: Transaction, requestIds: string[]): Promise<HashedContact[]> {
  const requests = await tx
    .select({
      phoneHash: serviceRequests.phoneHash,
      emailHash: serviceRequests.emailHash,
      keyVersion: serviceRequests.contactKeyVersion,
    })
    .from(serviceRequests)
    .where(inArray(serviceRequests.id, requestIds))
    .orderBy(asc(serviceRequests.id))
    .for("update");
  const contacts = requests.flatMap(listRequestContacts);
  return [...new Map(contacts.map((contact) => [contact.contactHash, contact])).values()];
}

/**
 * Stops all contact for the customer of a request, from us and from every professional: what is being
 * offered ends in the same transaction. The request is locked first, as for an accept or a yes, so
 * that a stop wins against both. Requests that staff merged are of one person: the phones and emails
 * of all of them are stopped.
 * @returns false where the request has neither phone nor email, or does not exist
 */
export const stopAllContact = (
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<boolean> =>
  withTransaction(context.db, async (tx) => {
    const optOutId = await stopContactOf(tx, context, { requestId, source: SOURCE });
    return optOutId !== null;
  });

/** As `stopAllContact`, in the caller's transaction. @returns the id of the opt-out, or null */
export async function stopContactOf(
  tx: Transaction,
  context: ActionContext,
  { requestId, source }: { requestId: string; source: "my-request" | "mail" | "text" | "staff" },
): Promise<string | null> {
  const groupIds = (await listGroupIds.rows(tx, { requestId })).map(({ id }) => id);
  const [first, ...others] = await lockContacts(tx, groupIds);
  if (!first) return null;
  const contacts = [first, ...others] as const;
  const staffId = source === "staff" ? context.actor : undefined;
  const optOutId = await recordOptOut(tx, context, { contacts, source, scope: "all", staffId });
  for (const id of groupIds)
    await endCurrentOffers(tx, context, { requestId: id, reason: "stopped" });
  return optOutId;
}

/**
 * Stops contact with whoever wrote a mail, unless that address is stopped already: for the requests
 * that were sent with it.
 * @param input.email from the header From, in small letters
 * @param input.limitKey whose mails are limited together; without it, those of this sender
 */
export async function stopSender(
  tx: Transaction,
  context: ActionContext & Pick<AppContext, "contactKeys">,
  { email, limitKey }: { email: string; limitKey?: string },
): Promise<void> {
  const address = z.email().safeParse(email).data;
  const [contact] = address ? hashContacts(context.contactKeys, { email: address }) : [];
  if (!address || !contact) return;
  // A sender can be forged, as what is typed in the stop form.
  const limit = { limit: STOP_LINK_LIMIT, windowSeconds: STOP_WINDOW_SECONDS, now: context.now };
  const key = `stop-sender:${limitKey ?? contact.contactHash}`;
  if (!(await consumeRateLimit(tx, { key, ...limit }))) return;
  const { emailNormalized, createdAt } = serviceRequests;
  const [latest] = await tx
    .select({ at: max(createdAt) })
    .from(serviceRequests)
    .where(eq(emailNormalized, address));
  const search = { hashes: [contact.contactHash], since: latest?.at ?? new Date(0) };
  if (await isSuppressed(tx, search)) return;
  await recordOptOut(tx, context, { contacts: [contact], source: "mail", scope: "all" });
}

/**
 * Stops the one company that has the customer's details, or that waits for them.
 * @returns false where there is none
 */
export function stopCompany(
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<boolean> {
  const { now } = context;
  return withTransaction(context.db, async (tx) => {
    await lockSharedRequests.run(tx, { requestId });
    const contacts = await lockContacts(tx, [requestId]);
    const [offer] = await tx
      .select({ providerId: offers.providerId })
      .from(offers)
      .where(and(eq(offers.requestId, requestId), eq(offers.state, "accepted")));
    if (!offer || contacts.length === 0) return false;
    const { providerId } = offer;
    await optOutOfProvider(tx, { contacts, providerId, source: SOURCE, now });
    await recordAudit(tx, context, {
      action: "stop-company",
      entity: "service-request",
      entityId: requestId,
      changes: { providerId },
    });
    return true;
  });
}
