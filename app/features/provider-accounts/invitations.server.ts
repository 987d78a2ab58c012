import { randomUUIDv7 } from "node:crypto";
import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { providerInvitations, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { INVITATION_DAYS, MAX_PEOPLE, PORTAL_PATH, type ProviderRole } from "./constants.ts";
import { createToken } from "./start-sign-in.server.ts";

/** Path of the page behind an invitation. */
export const getJoinPath = (token: string) => `${PORTAL_PATH}/join/${token}`;

export type InviteResult =
  /** `token`: shown once; only its hash is stored. */
  { ok: true; token: string } | { ok: false; reason: "too-many" | "not-found" };

/**
 * Invites somebody to a provider's people. The link names no address: whoever opens it first, within
 * seven days, joins with their own.
 */
export function invitePerson(
  context: ActionContext,
  {
    providerId,
    role,
    invitedBy,
  }: {
    providerId: string;
    role: ProviderRole;
    /** The owner who invites; null for staff. */
    invitedBy: string | null;
  },
): Promise<InviteResult> {
  const { actor, now } = context;
  return withTransaction(context.db, async (tx): Promise<InviteResult> => {
    const [provider] = await tx
      .select({ id: providers.id })
      .from(providers)
      .where(eq(providers.id, providerId))
      .for("no key update");
    if (!provider) return { ok: false, reason: "not-found" };
    if ((await countPeople(tx, { providerId, now })) >= MAX_PEOPLE)
      return { ok: false, reason: "too-many" };
    const id = randomUUIDv7();
    const token = createToken();
    await tx.insert(providerInvitations).values({
      id,
      tokenHash: hashToken(token),
      providerId,
      role,
      createdBy: actor,
      invitedBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    });
    await recordAudit(tx, context, {
      action: "invite-person",
      entity: "provider",
      entityId: providerId,
      changes: { role, invitation: id, ...(invitedBy && { by: invitedBy }) },
    });
    return { ok: true, token };
  });
}

/** People who may sign in, and invitations that somebody may still accept. */
async function countPeople(
  tx: Transaction,
  { providerId, now }: { providerId: string; now: Date },
): Promise<number> {
  const [people] = await tx
    .select({ found: count() })
    .from(providerUsers)
    .where(and(eq(providerUsers.providerId, providerId), eq(providerUsers.isActive, true)));
  const [invited] = await tx
    .select({ found: count() })
    .from(providerInvitations)
    .where(and(eq(providerInvitations.providerId, providerId), isOpen(now)));
  return (people?.found ?? 0) + (invited?.found ?? 0);
}

const isOpen = (now: Date) =>
  and(isNull(providerInvitations.usedAt), gt(providerInvitations.expiresAt, now));

/** The invitation of a link that somebody may still accept, or null. */
export async function findInvitation(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<{ id: string; company: string; role: ProviderRole } | null> {
  const [found] = await db
    .select({
      id: providerInvitations.id,
      company: providers.companyName,
      role: providerInvitations.role,
    })
    .from(providerInvitations)
    .innerJoin(providers, eq(providers.id, providerInvitations.providerId))
    .where(and(eq(providerInvitations.tokenHash, hashToken(token)), isOpen(now)));
  return found ?? null;
}

/** The invitations of a provider that somebody may still accept. */
export const listInvitations = (
  db: Database,
  { providerId, now }: { providerId: string; now: Date },
) =>
  db
    .select({
      id: providerInvitations.id,
      role: providerInvitations.role,
      createdAt: providerInvitations.createdAt,
      expiresAt: providerInvitations.expiresAt,
    })
    .from(providerInvitations)
    .where(and(eq(providerInvitations.providerId, providerId), isOpen(now)))
    .orderBy(desc(providerInvitations.createdAt));

/** Withdraws an invitation. @returns whether it was still open */
export function withdrawInvitation(
  context: ActionContext,
  {
    providerId,
    invitationId,
    byUserId,
  }: { providerId: string; invitationId: string; byUserId: string | null },
): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    const { rowCount } = await tx
      .update(providerInvitations)
      .set({ expiresAt: context.now })
      .where(
        and(
          eq(providerInvitations.id, invitationId),
          eq(providerInvitations.providerId, providerId),
          isOpen(context.now),
        ),
      );
    if (rowCount !== 1) return false;
    await recordAudit(tx, context, {
      action: "withdraw-person-invitation",
      entity: "provider",
      entityId: providerId,
      changes: { invitation: invitationId, ...(byUserId && { by: byUserId }) },
    });
    return true;
  });
}

/** Ends the open invitations of somebody who may not invite any more. */
export async function endInvitationsOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(providerInvitations)
    .set({ expiresAt: now })
    .where(and(eq(providerInvitations.invitedBy, userId), isOpen(now)));
}

/** `invitation-over`: used or too old; `other-company`: the address belongs to another provider. */
export type JoinRefusal = "invitation-over" | "other-company" | "inactive";

/**
 * Makes a person who proved their address one of a provider's people. Somebody who is one already only
 * signs in, and the invitation stays for somebody else.
 */
export async function acceptInvitation(
  tx: Transaction,
  context: ActionContext,
  { invitationId, email, name }: { invitationId: string; email: string; name: string },
): Promise<{ ok: true; userId: string } | { ok: false; reason: JoinRefusal }> {
  const { now } = context;
  const [invitation] = await tx
    .select({ providerId: providerInvitations.providerId, role: providerInvitations.role })
    .from(providerInvitations)
    .where(and(eq(providerInvitations.id, invitationId), isOpen(now)))
    .for("update");
  if (!invitation) return { ok: false, reason: "invitation-over" };
  const { providerId, role } = invitation;
  const id = randomUUIDv7();
  const { rowCount } = await tx
    .insert(providerUsers)
    .values({ id, providerId, email, name, role, createdAt: now })
    .onConflictDoNothing();
  if (rowCount !== 1) return findJoined(tx, { email, providerId });
  await tx
    .update(providerInvitations)
    .set({ usedAt: now, usedBy: id })
    .where(eq(providerInvitations.id, invitationId));
  await recordAudit(
    tx,
    { ...context, actor: `provider:${providerId}` },
    {
      action: "join",
      entity: "provider",
      entityId: providerId,
      changes: { person: id, role, invitation: invitationId },
    },
  );
  return { ok: true, userId: id };
}

async function findJoined(
  tx: Transaction,
  { email, providerId }: { email: string; providerId: string },
): Promise<{ ok: true; userId: string } | { ok: false; reason: JoinRefusal }> {
  const [user] = await tx
    .select({
      id: providerUsers.id,
      providerId: providerUsers.providerId,
      isActive: providerUsers.isActive,
    })
    .from(providerUsers)
    .where(eq(providerUsers.email, email));
  if (user?.providerId !== providerId) return { ok: false, reason: "other-company" };
  return user.isActive ? { ok: true, userId: user.id } : { ok: false, reason: "inactive" };
}
