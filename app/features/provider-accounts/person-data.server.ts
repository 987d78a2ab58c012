import { and, asc, desc, eq, inArray, ne, or } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  providerInvitations,
  providerSessions,
  providerSignIns,
  providerUsers,
} from "#app/db/tables/provider-accounts.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { pushSubscriptions } from "#app/db/tables/push.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { eraseCompanyContacts } from "./company-contact.server.ts";
import { lockPeople } from "./people.server.ts";

/** One email address belongs to one provider, so there is at most one person. */
async function findPersonByEmail(db: Connection, email: string) {
  const { totpConfirmedAt } = providerUsers;
  const [person] = await db
    .select({
      id: providerUsers.id,
      providerId: providerUsers.providerId,
      company: providers.companyName,
      name: providerUsers.name,
      email: providerUsers.email,
      role: providerUsers.role,
      isActive: providerUsers.isActive,
      mailsOffers: providerUsers.mailsOffers,
      mailsJobs: providerUsers.mailsJobs,
      mailsMessages: providerUsers.mailsMessages,
      mailsCredits: providerUsers.mailsCredits,
      pushesOffers: providerUsers.pushesOffers,
      pushesJobs: providerUsers.pushesJobs,
      pushesMessages: providerUsers.pushesMessages,
      /** Since when the sign-in asks for an app's code. */
      appCodeSince: totpConfirmedAt,
      createdAt: providerUsers.createdAt,
      lastSignInAt: providerUsers.lastSignInAt,
    })
    .from(providerUsers)
    .innerJoin(providers, eq(providers.id, providerUsers.providerId))
    .where(eq(providerUsers.email, email));
  if (!person) return null;
  const { id, providerId, role, isActive } = person;
  const others = await db.$count(
    providerUsers,
    and(
      eq(providerUsers.providerId, providerId),
      ne(providerUsers.id, id),
      eq(providerUsers.role, "owner"),
      eq(providerUsers.isActive, true),
    ),
  );
  return { ...person, isOnlyOwner: role === "owner" && isActive && others === 0 };
}

/**
 * What is stored about a provider's person with an email address (in small letters). Each column is
 * named: hashes, the seed of an app, recovery codes and addresses at push services let somebody act as
 * the person, and are left out.
 */
export async function getAccountData(db: Connection, email: string) {
  const person = await findPersonByEmail(db, email);
  const ids = person ? [person.id] : [];
  const { invitedBy, usedBy } = providerInvitations;
  const [sessions, invitations, signIns, devices] = await Promise.all([
    db
      .select({
        userAgent: providerSessions.userAgent,
        createdAt: providerSessions.createdAt,
        lastUsedAt: providerSessions.lastUsedAt,
        expiresAt: providerSessions.expiresAt,
      })
      .from(providerSessions)
      .where(inArray(providerSessions.userId, ids))
      .orderBy(asc(providerSessions.createdAt)),
    db
      .select({
        role: providerInvitations.role,
        createdAt: providerInvitations.createdAt,
        expiresAt: providerInvitations.expiresAt,
        usedAt: providerInvitations.usedAt,
        invitedBy,
      })
      .from(providerInvitations)
      .where(or(inArray(invitedBy, ids), inArray(usedBy, ids)))
      .orderBy(asc(providerInvitations.createdAt)),
    db
      .select({
        email: providerSignIns.email,
        name: providerSignIns.name,
        createdAt: providerSignIns.createdAt,
        expiresAt: providerSignIns.expiresAt,
        mailedAt: providerSignIns.mailedAt,
        confirmedAt: providerSignIns.confirmedAt,
        usedAt: providerSignIns.usedAt,
      })
      .from(providerSignIns)
      // Also where there is no account.
      .where(or(eq(providerSignIns.email, email), inArray(providerSignIns.userId, ids)))
      .orderBy(asc(providerSignIns.createdAt)),
    db
      .select({
        userAgent: pushSubscriptions.userAgent,
        createdAt: pushSubscriptions.createdAt,
        lastSuccessAt: pushSubscriptions.lastSuccessAt,
      })
      .from(pushSubscriptions)
      .where(inArray(pushSubscriptions.providerUserId, ids))
      .orderBy(desc(pushSubscriptions.createdAt)),
  ]);
  return {
    person,
    sessions,
    // Those that the person made, and the one that they joined with.
    invitations: invitations.map(({ invitedBy: userId, ...invitation }) => ({
      ...invitation,
      madeByPerson: userId === person?.id,
    })),
    signIns,
    devices,
  };
}

/**
 * Erases a person of providers by email address (in small letters): their account, and their name and
 * address where they are a company's contact.
 * @returns whether there was an account, and the ids of the companies whose contact they were
 */
export const eraseProviderPerson = async (
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  email: string,
): Promise<{ wasProviderPerson: boolean; companies: string[] }> => ({
  wasProviderPerson: await eraseAccount(tx, context, email),
  companies: await eraseCompanyContacts(tx, context, email),
});

/**
 * Deletes the account of a provider's person with an email address, also a company's only owner's, with
 * sessions, devices and the invitations that they made, and every sign-in with the address. What they did
 * for the company stays without them.
 * @returns whether there was an account
 */
async function eraseAccount(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  email: string,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: providerUsers.id, providerId: providerUsers.providerId })
    .from(providerUsers)
    .where(eq(providerUsers.email, email));
  if (found) {
    await lockPeople(tx, found.providerId);
    await tx.delete(providerUsers).where(eq(providerUsers.id, found.id));
  }
  await tx.delete(providerSignIns).where(eq(providerSignIns.email, email));
  if (!found) return false;
  await recordAudit(tx, context, {
    action: "person-delete",
    entity: "provider",
    entityId: found.providerId,
    changes: { person: found.id },
  });
  return true;
}
