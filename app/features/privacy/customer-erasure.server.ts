import { randomInt, randomUUIDv7, timingSafeEqual } from "node:crypto";
import { and, count, desc, eq, gt, gte, isNotNull, or, sql } from "drizzle-orm";
import { customerCodes } from "#app/db/tables/customer-page.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { isAddressSettling } from "#app/features/requests/customer/corrections/former-address.server.ts";
import type {
  CustomerMailInput,
  CustomerMailKind,
} from "#app/features/requests/customer/mails/mail-kind.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { isHeldAsSpam } from "#app/features/requests/is-held-as-spam.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { erasePerson, type PersonContext } from "./mutations.server.ts";

/** Kind of the mail with the code that confirms an erasure. */
const ERASE_CODE_MAIL = "erase-code";
const CODE_DIGITS = 6;
const CODE_MINUTES = 30;
/** To one address, and for one request, whatever its address was. */
const CODES_AN_HOUR = 3;
const CODES_A_DAY = 6;
const TRIES_A_CODE = 5;

/** The code is hashed with the id of its row, so that equal codes look different. */
const hashCode = (
  contactKeys: CustomerMailInput["contactKeys"],
  { codeId, code }: { codeId: string; code: string },
) => hashContact(contactKeys, `${codeId} ${code}`);

export type CodeResult = "sent" | "no-address" | "held" | "too-many" | "address-changed";

/**
 * Sends a code to the email address in the request: only who reads that mailbox can erase the
 * person. Not where that address is a few days old: whoever holds a link can write another one.
 */
export function sendErasureCode(
  context: PersonContext,
  { requestId }: { requestId: string },
): Promise<CodeResult> {
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<CodeResult> => {
    const [request] = await tx
      .select({ email: serviceRequests.emailNormalized })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, requestId))
      .for("update");
    if (!request?.email) return "no-address";
    if (await isHeldAsSpam(tx, requestId)) return "held";
    if (await isAddressSettling(tx, { email: request.email, now })) return "address-changed";
    const contactHash = hashContact(context.contactKeys, request.email);
    if (await hasReachedCap(tx, { requestId, contactHash, now })) return "too-many";
    const id = randomUUIDv7();
    const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
    await tx
      .insert(customerCodes)
      .values({ id, requestId, contactHash, createdAt: now, expiresAt });
    await queueCustomerMail(tx, { requestId, kind: ERASE_CODE_MAIL, subjectId: id, now });
    return "sent";
  });
}

async function hasReachedCap(
  tx: Transaction,
  { requestId, contactHash, now }: { requestId: string; contactHash: string; now: Date },
): Promise<boolean> {
  const { createdAt } = customerCodes;
  const [recent] = await tx
    .select({
      today: count(),
      thisHour: sql<number>`count(*) filter (where ${gte(createdAt, new Date(now.getTime() - HOUR_MS))})::int`,
    })
    .from(customerCodes)
    .where(
      and(
        or(eq(customerCodes.requestId, requestId), eq(customerCodes.contactHash, contactHash)),
        gte(createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  return (recent?.thisHour ?? 0) >= CODES_AN_HOUR || (recent?.today ?? 0) >= CODES_A_DAY;
}

/** Composes the mail with a code. The code is made here, so that the database never has it. */
export const erasureMailKind: CustomerMailKind = {
  kind: ERASE_CODE_MAIL,
  isAskedFor: true,
  lapsesWith: "a code to delete the details",
  takesNoReply: true,
  async compose({ db, contactKeys, request, subjectId, now, site }) {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const { rowCount } = await db
      .update(customerCodes)
      .set({
        codeHash: hashCode(contactKeys, { codeId: subjectId, code }),
        expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
      })
      // Not to an address that the request got after the code was asked for.
      .where(
        and(
          eq(customerCodes.id, subjectId),
          eq(customerCodes.contactHash, hashContact(contactKeys, request.email ?? "")),
        ),
      );
    if (rowCount !== 1) return null;
    return {
      subject: `${code} is your code to delete your request`,
      text: [
        `Your code: ${code}`,
        "",
        "Type it on your request's page. It deletes every request that was sent",
        "with this email address, with everything in it. This cannot be undone.",
        `The code works for ${CODE_MINUTES} minutes.`,
        "",
        "Did you not ask for this? Then somebody has the link to your request.",
        `Do not pass the code on, and call us: ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

/** Whether a code was sent that can still be typed. */
export async function isErasureStarted(
  { db, now }: Pick<PersonContext, "db" | "now">,
  requestId: string,
): Promise<boolean> {
  const [code] = await db
    .select({ id: customerCodes.id })
    .from(customerCodes)
    .where(and(eq(customerCodes.requestId, requestId), gt(customerCodes.expiresAt, now)))
    .limit(1);
  return code !== undefined;
}

export type ErasureResult =
  | { ok: true }
  | { ok: false; reason: "wrong-code" | "no-code" | "sending" | "address-changed" };

/**
 * Erases the person with the email address of the request, if the code is right. Each code is tried
 * five times at most.
 */
export async function eraseByCode(
  context: PersonContext,
  { requestId, code }: { requestId: string; code: string },
): Promise<ErasureResult> {
  const checked = await checkCode(context, { requestId, code });
  if (!checked.ok) return checked;
  // Also where a request got the address after the code was sent.
  if (await isAddressSettling(context.db, { email: checked.email, now: context.now }))
    return { ok: false, reason: "address-changed" };
  const person = { kind: "email", value: checked.email } as const;
  const erased = await erasePerson(context, { person, isByCustomer: true });
  if (erased.ok) return { ok: true };
  return { ok: false, reason: "sending" };
}

type CheckedCode = { ok: true; email: string } | { ok: false; reason: "wrong-code" | "no-code" };

/** Counts a try of the newest code that was mailed. A right code can be typed again. */
function checkCode(
  { db, now, contactKeys }: PersonContext,
  { requestId, code }: { requestId: string; code: string },
): Promise<CheckedCode> {
  return withTransaction(db, async (tx): Promise<CheckedCode> => {
    const [found] = await tx
      .select({
        id: customerCodes.id,
        codeHash: customerCodes.codeHash,
        attempts: customerCodes.attempts,
        email: sql<string>`${serviceRequests.emailNormalized}`,
      })
      .from(customerCodes)
      .innerJoin(serviceRequests, eq(serviceRequests.id, customerCodes.requestId))
      .where(
        and(
          eq(customerCodes.requestId, requestId),
          isNotNull(customerCodes.codeHash),
          isNotNull(serviceRequests.emailNormalized),
          gt(customerCodes.expiresAt, now),
        ),
      )
      .orderBy(desc(customerCodes.createdAt))
      .limit(1)
      .for("update", { of: customerCodes });
    if (!found?.codeHash || found.attempts >= TRIES_A_CODE) return { ok: false, reason: "no-code" };
    await tx
      .update(customerCodes)
      .set({ attempts: found.attempts + 1 })
      .where(eq(customerCodes.id, found.id));
    const typed = hashCode(contactKeys, { codeId: found.id, code });
    const isRight = timingSafeEqual(Buffer.from(typed, "hex"), Buffer.from(found.codeHash, "hex"));
    return isRight ? { ok: true, email: found.email } : { ok: false, reason: "wrong-code" };
  });
}
