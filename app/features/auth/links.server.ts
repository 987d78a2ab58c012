import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { staffDevices, staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers, staffLinks } from "#app/db/tables/members.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { LINK_MINUTES, type StaffRole } from "./constants.ts";
import { endAllSessions } from "./end-sessions.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { hashPassword, runAsKnownCaller } from "./password.server.ts";
import { findPasswordProblem } from "./password-choice.server.ts";
import { insertPasswordHash, updatePasswordHash } from "./stored-password.server.ts";

export type LinkPurpose = "first" | "invite" | "reset";
export type StaffLink = { purpose: LinkPurpose; email: string | null; role: StaffRole };

/** Path of the page behind a one-time link. */
export const formatJoinPath = (token: string) => `/backyard/join/${token}`;

/**
 * Creates a one-time link that is valid for an hour. An older one for the same person and purpose
 * stops working.
 * @returns the token; only its hash is stored
 */
export async function createLink(
  db: Connection,
  options: StaffLink & { createdBy: string; now: Date },
): Promise<string> {
  const { purpose, email, role, createdBy, now } = options;
  const token = randomBytes(32).toString("base64url");
  const sameEmail = email === null ? isNull(staffLinks.email) : eq(staffLinks.email, email);
  await db
    .delete(staffLinks)
    .where(and(isNull(staffLinks.usedAt), eq(staffLinks.purpose, purpose), sameEmail));
  await db.insert(staffLinks).values({
    tokenHash: hashToken(token),
    purpose,
    email,
    role,
    expiresAt: new Date(now.getTime() + LINK_MINUTES * MINUTE_MS),
    createdBy,
    createdAt: now,
  });
  return token;
}

const isValidLink = (token: string, now: Date) =>
  and(
    eq(staffLinks.tokenHash, hashToken(token)),
    isNull(staffLinks.usedAt),
    gt(staffLinks.expiresAt, now),
  );
const LINK_COLUMNS = {
  purpose: staffLinks.purpose,
  email: staffLinks.email,
  role: staffLinks.role,
};

/** A valid link, or null. */
export async function findLink(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<StaffLink | null> {
  const [link] = await db.select(LINK_COLUMNS).from(staffLinks).where(isValidLink(token, now));
  return link ?? null;
}

/** True while there is no active superadmin: only then does a first link work. */
export async function needsFirstSuperadmin(db: Connection): Promise<boolean> {
  const superadmins = await db
    .select({ userId: adminUsers.userId })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, "superadmin"), eq(adminUsers.isActive, true)))
    .limit(1);
  return superadmins.length === 0;
}

/** `reset`: the person whose password has changed, to be notified. */
export type JoinResult =
  | { ok: true; reset: string | null }
  | { ok: false; reason: "link" | "email-taken" | "busy" }
  | { ok: false; reason: "password"; message: string };

type LinkRedemption = {
  token: string;
  email: string;
  name: string;
  password: string;
  brand: string;
};

/**
 * Redeems a link: creates the staff member, or sets a new password and ends their sessions. The actor
 * is the person of the link.
 */
export async function redeemLink(
  context: Omit<ActionContext, "actor">,
  input: LinkRedemption,
): Promise<JoinResult> {
  const { token, name } = input;
  const { now } = context;
  const refusal = findPasswordProblem(input.password, input);
  if (refusal) return { ok: false, reason: "password", message: refusal };
  // The caller has checked that the link is valid.
  const hash = await withBusyFallback(
    () => runAsKnownCaller(() => hashPassword(input.password)),
    null,
  );
  if (hash === null) return { ok: false, reason: "busy" };
  return withTransaction(context.db, async (tx): Promise<JoinResult> => {
    const [link] = await tx
      .update(staffLinks)
      .set({ usedAt: now })
      .where(isValidLink(token, now))
      .returning(LINK_COLUMNS);
    if (!link || (link.purpose === "first" && !(await needsFirstSuperadmin(tx))))
      return { ok: false, reason: "link" };
    const email = link.email ?? input.email;
    const [existing] = await tx
      .select({ id: staffUsers.id })
      .from(staffUsers)
      .where(eq(staffUsers.email, email))
      .for("update");
    if (existing && link.purpose !== "reset") {
      // The link stays valid for another address.
      await tx
        .update(staffLinks)
        .set({ usedAt: null })
        .where(eq(staffLinks.tokenHash, hashToken(token)));
      return { ok: false, reason: "email-taken" };
    }
    const userId = existing?.id ?? randomUUID();
    if (existing) await replacePassword(tx, { userId, hash, now });
    else await insertMember(tx, { userId, email, name, hash, role: link.role, now });
    await recordAudit(
      tx,
      { ...context, actor: userId },
      {
        action: existing ? "reset-password" : "join",
        entity: "staff",
        entityId: userId,
        changes: { role: link.role },
      },
    );
    return { ok: true, reset: existing ? userId : null };
  });
}

/**
 * Sets the password, and ends what somebody with the old one may have: sessions, and known browsers
 * with their own count of attempts.
 */
async function replacePassword(
  tx: Transaction,
  change: { userId: string; hash: string; now: Date },
): Promise<void> {
  await updatePasswordHash(tx, change);
  await endAllSessions(tx, change.userId);
  await tx.delete(staffDevices).where(eq(staffDevices.userId, change.userId));
}

type NewMember = {
  userId: string;
  email: string;
  name: string;
  /** Of the password. */
  hash: string;
  role: StaffRole;
  now: Date;
};

async function insertMember(tx: Transaction, member: NewMember): Promise<void> {
  const { userId, email, name, hash, role, now } = member;
  const user = { id: userId, name, email, emailVerified: true, createdAt: now, updatedAt: now };
  await tx.insert(staffUsers).values(user);
  await insertPasswordHash(tx, { userId, hash, now });
  await tx
    .insert(adminUsers)
    .values({ userId, role, displayName: name, isActive: true, createdAt: now });
}
