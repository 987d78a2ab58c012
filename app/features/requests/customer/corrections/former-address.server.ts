import { and, eq, gt, gte, sql } from "drizzle-orm";
import { customerCodes } from "#app/db/tables/customer-page.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { normalizeEmail } from "../../normalize.ts";
import { revokeSentKeys } from "../keys.server.ts";
import type { CustomerMailKind } from "../mails/mail-kind.ts";
import { queueCustomerMail } from "../mails/queue-mail.server.ts";
import { CORRECTED_EVENT, EMAIL_CHANGES_PER_DAY, SETTLING_DAYS } from "./constants.ts";
import type { CorrectionDetail } from "./format-correction.server.ts";
import { isSuppressed } from "./locked-request.server.ts";

const ADDRESS_CHANGED_MAIL = "address-changed";

type AddressChange = {
  requestId: string;
  /** The timeline's event of the correction, which has the former address. */
  eventId: string;
  usedKeyId: string | null;
  now: Date;
};

/**
 * After a change of the email address: what went to the former mailbox opens nothing any more, and
 * its reader learns of the change, who may be the customer while somebody else has their link.
 */
export async function guardFormerAddress(
  tx: Transaction,
  { requestId, eventId, usedKeyId, now }: AddressChange,
): Promise<void> {
  await revokeSentKeys(tx, { requestId, sentBy: "mail", usedKeyId, now });
  // Not deleted: the cap of codes counts them.
  await tx
    .update(customerCodes)
    .set({ codeHash: null, expiresAt: now })
    .where(eq(customerCodes.requestId, requestId));
  await queueCustomerMail(tx, { requestId, kind: ADDRESS_CHANGED_MAIL, subjectId: eventId, now });
}

const isEmailChange = sql`${requestEvents.detail} -> 'fields' ? 'email'`;

/** Whether the email address of a request was changed as often in 24 hours as it may be. */
export async function hasChangedOften(
  tx: Transaction,
  { requestId, now }: { requestId: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const { kind, at } = requestEvents;
  const changes = await tx.$count(
    requestEvents,
    and(
      eq(requestEvents.requestId, requestId),
      eq(kind, CORRECTED_EVENT),
      gt(at, since),
      isEmailChange,
    ),
  );
  return changes >= EMAIL_CHANGES_PER_DAY;
}

/** The address from before the correction of an event; null once it was erased. */
async function findFormerAddress(db: Connection, eventId: string): Promise<string | null> {
  const [event] = await db
    .select({ detail: requestEvents.detail })
    .from(requestEvents)
    .where(eq(requestEvents.id, eventId));
  const { fields } = (event?.detail ?? {}) as Partial<CorrectionDetail>;
  return normalizeEmail(fields?.email?.from ?? "");
}

/**
 * Tells the former address of a change. A stop of the changed request does not end this mail, or
 * whoever took over a request could silence it; a stop of the former address does.
 */
export const addressChangedMail: CustomerMailKind = {
  kind: ADDRESS_CHANGED_MAIL,
  isAskedFor: true,
  findAddress: findFormerAddress,
  async compose({ db, contactKeys, request, site, subjectId }) {
    const address = await findFormerAddress(db, subjectId);
    if (!address) return null;
    const hashes = [hashContact(contactKeys, address)];
    if (await isSuppressed(db, { hashes, since: request.createdAt })) return null;
    return {
      subject: "The email address of your request was changed",
      text: [
        "The email address of your request was changed.",
        `Was it not you? Call ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

/**
 * Whether an address became that of a request lately: a code that is sent to it does not prove yet
 * that its reader is the customer.
 */
export async function isAddressSettling(
  db: Connection,
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  const [found] = await db
    .select({ id: requestEvents.id })
    .from(requestEvents)
    .innerJoin(serviceRequests, eq(serviceRequests.id, requestEvents.requestId))
    .where(
      and(
        eq(serviceRequests.emailNormalized, email),
        eq(requestEvents.kind, CORRECTED_EVENT),
        gte(requestEvents.at, new Date(now.getTime() - SETTLING_DAYS * DAY_MS)),
        isEmailChange,
      ),
    )
    .limit(1);
  return found !== undefined;
}
