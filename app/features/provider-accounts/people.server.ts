import { asc, eq, ne } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { turnOffAllDevices } from "#app/features/push/mutations.server.ts";
import { removeCompanyAddress } from "./company-contact.server.ts";
import type { Choice, ProviderRole } from "./constants.ts";
import { NO_FACTOR } from "./factor.server.ts";
import { endInvitationsOf } from "./invitations.server.ts";
import { endSessions } from "./sessions.server.ts";

/** A provider's people, owners first. */
export const listPeople = (db: Database, providerId: string) =>
  db
    .select({
      id: providerUsers.id,
      name: providerUsers.name,
      email: providerUsers.email,
      role: providerUsers.role,
      isActive: providerUsers.isActive,
      factorAt: providerUsers.totpConfirmedAt,
      lastSignInAt: providerUsers.lastSignInAt,
    })
    .from(providerUsers)
    .where(eq(providerUsers.providerId, providerId))
    .orderBy(ne(providerUsers.role, "owner"), asc(providerUsers.name), asc(providerUsers.id));

export const PERSON_CHANGES = [
  "make-owner",
  "make-member",
  "deactivate",
  "activate",
  "reset-factor",
  "end-sessions",
  /** Of somebody who has no access any more: the name and the address are gone. */
  "delete",
] as const;
export type PersonChange = (typeof PERSON_CHANGES)[number];
export type PersonResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "last-owner" | "active" };

/** Why one of a provider's people cannot be changed. */
export const PERSON_REFUSALS: Record<Extract<PersonResult, { ok: false }>["reason"], string> = {
  "not-found": "This person is not one of the company's people any more.",
  "last-owner": "A company that has an owner keeps one. Make somebody else one first.",
  active: "Remove this person's access first.",
};

type Target = { id: string; email: string; role: ProviderRole; isActive: boolean };

/**
 * Changes one of a provider's people, for an owner or for staff. Owners cannot leave their company
 * without one. Who loses access is signed out everywhere, and gets no more mails and notifications, also
 * where their address was the company's for offers.
 */
export function changePerson(
  context: ActionContext,
  {
    providerId,
    userId,
    change,
    byUserId,
  }: { providerId: string; userId: string; change: PersonChange; byUserId: string | null },
): Promise<PersonResult> {
  return withTransaction(context.db, async (tx): Promise<PersonResult> => {
    const people = await lockPeople(tx, providerId);
    const target = people.find(({ id }) => id === userId);
    if (!target) return { ok: false, reason: "not-found" };
    const owners = people.filter(({ role, isActive }) => role === "owner" && isActive);
    const losesOwner = change === "make-member" || change === "deactivate";
    // Staff may also cut off a company's only owner: a stolen phone, or a fraud.
    if (byUserId && losesOwner && owners.length === 1 && owners[0]?.id === userId)
      return { ok: false, reason: "last-owner" };
    if (change === "delete" && target.isActive) return { ok: false, reason: "active" };
    if (change === "delete") await tx.delete(providerUsers).where(eq(providerUsers.id, userId));
    else if (change !== "end-sessions")
      await tx
        .update(providerUsers)
        .set(CHANGED_VALUES[change])
        .where(eq(providerUsers.id, userId));
    if (change !== "activate" && change !== "make-owner") await endSessions(tx, { userId });
    if (losesOwner) await endInvitationsOf(tx, userId, context.now);
    if (change === "deactivate")
      await turnOffAllDevices(tx, { kind: "provider", userId, providerId });
    const endsAccess = change === "deactivate" || change === "delete";
    const wasCompanyAddress =
      endsAccess && (await removeCompanyAddress(tx, { providerId, email: target.email }));
    await recordAudit(tx, context, {
      action: `person-${change}`,
      entity: "provider",
      entityId: providerId,
      changes: {
        person: userId,
        ...(byUserId && { by: byUserId }),
        ...(wasCompanyAddress && { wasCompanyAddress }),
      },
    });
    return { ok: true };
  });
}

const CHANGED_VALUES: Record<
  Exclude<PersonChange, "delete" | "end-sessions">,
  Partial<typeof providerUsers.$inferInsert>
> = {
  "make-owner": { role: "owner" },
  "make-member": { role: "member" },
  deactivate: { isActive: false },
  activate: { isActive: true },
  "reset-factor": NO_FACTOR,
};

/**
 * Locks a provider, and then its people in the order of their ids, so that two changes at once wait for
 * each other, and for a change of the address for offers.
 */
export async function lockPeople(tx: Transaction, providerId: string): Promise<Target[]> {
  await tx
    .select({ id: providers.id })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for("update");
  return tx
    .select({
      id: providerUsers.id,
      email: providerUsers.email,
      role: providerUsers.role,
      isActive: providerUsers.isActive,
    })
    .from(providerUsers)
    .where(eq(providerUsers.providerId, providerId))
    .orderBy(asc(providerUsers.id))
    .for("update");
}

/** What a person wants to be told, by mail and on their devices. */
export type Choices = Record<Choice, boolean>;

/** Which mails and notifications a person gets, and whether their sign-in asks for an app's code. */
export async function getChoices(
  db: Database,
  userId: string,
): Promise<{ choices: Choices; hasFactor: boolean }> {
  const [row] = await db
    .select({
      mailsOffers: providerUsers.mailsOffers,
      mailsJobs: providerUsers.mailsJobs,
      mailsMessages: providerUsers.mailsMessages,
      mailsCredits: providerUsers.mailsCredits,
      pushesOffers: providerUsers.pushesOffers,
      pushesJobs: providerUsers.pushesJobs,
      pushesMessages: providerUsers.pushesMessages,
      factorAt: providerUsers.totpConfirmedAt,
    })
    .from(providerUsers)
    .where(eq(providerUsers.id, userId));
  if (!row) throw new Error("the person does not exist");
  const { factorAt, ...choices } = row;
  return { choices, hasFactor: factorAt !== null };
}

/** Stores what a person wants to be told, and their name. */
export async function saveOwnAccount(
  { db }: ActionContext,
  { userId, ...values }: Choices & { userId: string; name: string },
): Promise<void> {
  await db.update(providerUsers).set(values).where(eq(providerUsers.id, userId));
}
