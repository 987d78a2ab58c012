import { and, desc, eq, isNotNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { OptOutScope } from "#app/db/tables/consent.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { type HashedContact, hashContacts } from "#app/lib/hashed-contacts.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import {
  CONTACT_LENGTH,
  OPT_OUT_MAIL,
  STOP_FORM_LIMIT,
  STOP_LINK_LIMIT,
  STOP_WINDOW_SECONDS,
} from "./constants.ts";
import { parseScope, recordOptOut } from "./opt-out.server.ts";

const EMAIL_LENGTH = 254;

const phoneSchema = z.string().trim().max(CONTACT_LENGTH).transform(toE164).pipe(z.string());
const emailSchema = z.string().trim().toLowerCase().max(EMAIL_LENGTH).pipe(z.email());

export type StopFormErrors = { phone?: string; email?: string };
export type StopFormResult =
  | { ok: true; scope: OptOutScope }
  | { ok: false; reason: "fields"; errors: StopFormErrors }
  | { ok: false; reason: "too-many" };

type StopFormContext = Omit<ActionContext, "actor"> & Pick<AppContext, "contactKeys" | "log">;
/** `phone` and `email` as typed; `address` of the caller. */
type StopFormInput = { phone: string; email: string; scope: unknown; address: string };

/**
 * Opts out whoever has the phone number or the email address of the form. The answer is the same
 * whether there is a request with them; a confirmation goes only to an address that is on file.
 */
export async function submitStopForm(
  context: StopFormContext,
  input: StopFormInput,
): Promise<StopFormResult> {
  const { db, contactKeys, now } = context;
  const typed = parseContacts(input);
  if ("errors" in typed) return { ok: false, reason: "fields", errors: typed.errors };
  const [first, ...others] = hashContacts(contactKeys, typed);
  if (!first) throw new Error("a stop form without a contact");
  const contacts = [first, ...others] as const;
  if (!(await isAllowed(context, { address: input.address, contacts })))
    return { ok: false, reason: "too-many" };
  const scope = parseScope(input.scope);
  const optOutId = await withTransaction(db, (tx) =>
    recordOptOut(tx, context, { contacts, source: "stop-form", scope }),
  );
  const requestId = await findMailableRequest(context, typed);
  // Not awaited: the time of the answer must not tell whether there is a request.
  if (requestId) queueConfirmation(context, { requestId, optOutId, now });
  return { ok: true, scope };
}

type Contacts = { phone?: string; email?: string };

function parseContacts({ phone, email }: StopFormInput): Contacts | { errors: StopFormErrors } {
  const [hasPhone, hasEmail] = [phone.trim() !== "", email.trim() !== ""];
  if (!hasPhone && !hasEmail)
    return { errors: { phone: "Enter your phone number, your email address, or both." } };
  const parsedPhone = phoneSchema.safeParse(phone);
  const parsedEmail = emailSchema.safeParse(email);
  const errors: StopFormErrors = {
    ...(hasPhone &&
      !parsedPhone.success && {
        phone: "Enter a whole phone number, such as (404) 555-0123.",
      }),
    ...(hasEmail &&
      !parsedEmail.success && { email: "Enter an email address, such as name@example.com." }),
  };
  if (errors.phone || errors.email) return { errors };
  return { phone: parsedPhone.data, email: parsedEmail.data };
}

/** Counts the form for its caller and for each contact, known or not. */
async function isAllowed(
  { db, now }: StopFormContext,
  { address, contacts }: { address: string; contacts: readonly HashedContact[] },
): Promise<boolean> {
  const limits = [
    { key: `stop-form:${rateKey(address)}`, limit: STOP_FORM_LIMIT },
    ...contacts.map(({ contactHash }) => ({
      key: `stop:${contactHash.slice(0, 32)}`,
      limit: STOP_LINK_LIMIT,
    })),
  ];
  for (const limit of limits)
    if (!(await consumeRateLimit(db, { ...limit, windowSeconds: STOP_WINDOW_SECONDS, now })))
      return false;
  return true;
}

/** The newest request with one of these contacts that also has an email address. */
async function findMailableRequest(
  { db }: StopFormContext,
  { phone, email }: Contacts,
): Promise<string | undefined> {
  const { id, phoneE164, emailNormalized, bodyHash, isDemo, createdAt } = serviceRequests;
  const [request] = await db
    .select({ id })
    .from(serviceRequests)
    .where(
      and(
        or(
          phone === undefined ? undefined : eq(phoneE164, phone),
          email === undefined ? undefined : eq(emailNormalized, email),
        ),
        isNotNull(emailNormalized),
        ne(bodyHash, ERASED_HASH),
        eq(isDemo, false),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return request?.id;
}

function queueConfirmation(
  { db, log }: StopFormContext,
  { requestId, optOutId, now }: { requestId: string; optOutId: string; now: Date },
): void {
  queueCustomerMail(db, { requestId, kind: OPT_OUT_MAIL, subjectId: optOutId, now }).catch(
    (error: unknown) =>
      log.warn({ err: error, requestId }, "the confirmation of an opt-out could not be queued"),
  );
}
