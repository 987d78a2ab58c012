import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";

const hasAddress = (email: string): SQL =>
  eq(sql`lower(${providers.contactEmail})`, email.toLowerCase());

/** The national number of ten digits, which is how a company's number was typed. */
const hasNumber = (phoneE164: string): SQL =>
  eq(
    sql`right(regexp_replace(${providers.phone}, '\\D', '', 'g'), 10)`,
    phoneE164.replaceAll(/\D/g, "").slice(-10),
  );

const FORMER_ADDRESS = sql`lower(${providerChanges.changes} -> 'contact_email' ->> 'before')`;
const NEW_ADDRESS = sql`lower(${providerChanges.changes} -> 'contact_email' ->> 'after')`;

/** Changes of an address for offers that a company asked for, with an email address before or after. */
const namesAddress = (email: string): SQL =>
  sql`lower(${email}) in (${FORMER_ADDRESS}, ${NEW_ADDRESS})`;

/**
 * The companies that are reached at an email address or a phone number, and the changes of their
 * addresses for offers that name it.
 */
export async function getCompanyContacts(
  db: Connection,
  { kind, value }: { kind: "phone" | "email"; value: string },
) {
  const [contacts, changes] = await Promise.all([
    db
      .select({
        id: providers.id,
        company: providers.companyName,
        contactName: providers.contactName,
        contactEmail: providers.contactEmail,
        phone: providers.phone,
        createdAt: providers.createdAt,
      })
      .from(providers)
      .where(kind === "email" ? hasAddress(value) : hasNumber(value))
      .orderBy(asc(providers.companyName), asc(providers.id)),
    kind === "email"
      ? db
          .select({
            company: providers.companyName,
            /** The other address may be somebody else's. */
            role: sql<
              "new" | "former"
            >`case when lower(${value}) = ${NEW_ADDRESS} then 'new' else 'former' end`,
            state: providerChanges.state,
            createdAt: providerChanges.createdAt,
          })
          .from(providerChanges)
          .innerJoin(providers, eq(providers.id, providerChanges.providerId))
          .where(namesAddress(value))
          .orderBy(asc(providerChanges.createdAt))
      : [],
  ]);
  return { contacts, changes };
}

/**
 * Removes an address for offers that is that of a person without access: its holder could act with the
 * links in the mails. The provider's row must be locked.
 * @returns whether it was theirs
 */
export async function removeCompanyAddress(
  tx: Transaction,
  { providerId, email }: { providerId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(providers)
    .set({ contactEmail: null, version: sql`${providers.version} + 1` })
    .where(and(eq(providers.id, providerId), hasAddress(email)));
  return rowCount === 1;
}

/**
 * Removes a person's email address and name wherever they are the contact of a company, and the changes
 * that name the address. The company's phone number stays.
 * @returns the ids of the companies
 */
export async function eraseCompanyContacts(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  email: string,
): Promise<string[]> {
  const erased = await tx
    .update(providers)
    .set({
      contactName: sql`${providers.companyName}`,
      contactEmail: null,
      version: sql`${providers.version} + 1`,
    })
    .where(
      inArray(
        providers.id,
        tx
          .select({ id: providers.id })
          .from(providers)
          .where(hasAddress(email))
          .orderBy(asc(providers.id))
          .for("update"),
      ),
    )
    .returning({ id: providers.id });
  await tx
    .update(providerChanges)
    .set({ changes: sql`${providerChanges.changes} - 'contact_email'` })
    .where(namesAddress(email));
  await tx.delete(providerChanges).where(sql`${providerChanges.changes} = '{}'`);
  for (const { id } of erased)
    await recordAudit(tx, context, {
      action: "erase-contact",
      entity: "provider",
      entityId: id,
      changes: { fields: ["contact_name", "contact_email"] },
    });
  return erased.map(({ id }) => id);
}
