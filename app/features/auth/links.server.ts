import { createHash, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { deleteChallenges } from "./challenges.server.ts";
import { LINK_MINUTES, type StaffRole } from "./constants.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { asKnownCaller, hashPassword } from "./password.server.ts";
import { findPasswordProblem } from "./password-choice.server.ts";

export type LinkPurpose = "first" | "invite" | "reset";
export type StaffLink = { purpose: LinkPurpose; email: string | null; role: StaffRole };

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Path of the page behind a one-time link. */
export const formatJoinPath = (token: string) => `/backyard/join/${token}`;

/**
 * Creates a one-time link that is valid for an hour. An older one for the same person and purpose
 * stops working.
 * @returns the token; only its hash is stored
 */
export async function createLink(
  tx: pg.Pool | pg.PoolClient,
  options: {
    purpose: LinkPurpose;
    email: string | null;
    role: StaffRole;
    createdBy: string;
    now: Date;
  },
): Promise<string> {
  const { purpose, email, role, createdBy, now } = options;
  const token = randomBytes(32).toString("base64url");
  await tx.query(
    "delete from staff_links where used_at is null and (purpose, email) is not distinct from ($1, $2)",
    [purpose, email],
  );
  await tx.query(
    "insert into staff_links (token_hash, purpose, email, role, expires_at, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      hashToken(token),
      purpose,
      email,
      role,
      new Date(now.getTime() + LINK_MINUTES * MINUTE_MS),
      createdBy,
      now,
    ],
  );
  return token;
}

/** A valid link, or null. */
export async function findLink(
  pool: pg.Pool,
  { token, now }: { token: string; now: Date },
): Promise<StaffLink | null> {
  const { rows } = await pool.query<StaffLink>(
    "select purpose, email, role from staff_links where token_hash = $1 and used_at is null and expires_at > $2",
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}

/** True while there is no active superadmin: only then does a first link work. */
export async function needsFirstSuperadmin(tx: pg.Pool | pg.PoolClient): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from admin_users where role = 'superadmin' and is_active limit 1",
  );
  return rowCount === 0;
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
  requestId: string;
  now: Date;
};

/** Redeems a link: creates the staff member, or sets a new password and ends their sessions. */
export async function redeemLink(pool: pg.Pool, options: LinkRedemption): Promise<JoinResult> {
  const { token, name, requestId, now } = options;
  const refusal = findPasswordProblem(options.password, options);
  if (refusal) return { ok: false, reason: "password", message: refusal };
  // The caller has checked that the link is valid.
  const password = await withBusyFallback(
    () => asKnownCaller(() => hashPassword(options.password)),
    null,
  );
  if (password === null) return { ok: false, reason: "busy" };
  return inTransaction(pool, async (tx): Promise<JoinResult> => {
    const { rows } = await tx.query<StaffLink>(
      "update staff_links set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning purpose, email, role",
      [hashToken(token), now],
    );
    const [link] = rows;
    if (!link || (link.purpose === "first" && !(await needsFirstSuperadmin(tx))))
      return { ok: false, reason: "link" };
    const email = link.email ?? options.email;
    const { rows: existing } = await tx.query<{ id: string }>(
      "select id from staff_users where email = $1 for update",
      [email],
    );
    const known = existing[0]?.id;
    if (known && link.purpose !== "reset") {
      // The link stays valid for another address.
      await tx.query("update staff_links set used_at = null where token_hash = $1", [
        hashToken(token),
      ]);
      return { ok: false, reason: "email-taken" };
    }
    const userId = known ?? randomUUID();
    if (known) {
      await tx.query(
        "update staff_accounts set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'",
        [userId, password, now],
      );
      await tx.query("delete from staff_sessions where user_id = $1", [userId]);
      await deleteChallenges(tx, userId);
      await tx.query("delete from staff_devices where user_id = $1", [userId]);
    } else {
      await tx.query(
        "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, $4, $4)",
        [userId, name, email, now],
      );
      await tx.query(
        "insert into staff_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values ($1, $2::uuid::text, 'credential', $2::uuid, $3, $4, $4)",
        [randomUUID(), userId, password, now],
      );
      await tx.query(
        "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, $2, $3, true, $4)",
        [userId, link.role, name, now],
      );
    }
    await writeAudit(tx, {
      actor: userId,
      action: known ? "reset-password" : "join",
      entity: "staff",
      entityId: userId,
      changes: { role: link.role },
      requestId,
      now,
    });
    return { ok: true, reset: known ? userId : null };
  });
}
