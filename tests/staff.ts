import { createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { SESSION_IDLE_SECONDS, type StaffRole } from "#app/features/auth/constants.ts";
import { hasFactorGrace } from "#app/features/auth/factor-rule.server.ts";
import { hashPassword } from "#app/features/auth/password.server.ts";
import { deriveKey } from "#app/lib/secret.server.ts";

/** Secret of every site that tests start, so that they can sign the cookie of a session. */
export const APP_SECRET = "one secret for every site that tests start";

export const PASSWORD = "correct horse battery";
let passwordHash: Promise<string> | undefined;

export type TestStaff = { userId: string; email: string; password: string };

/** Creates a staff account with a password; `role` null: without an admin record. */
export async function createStaff(
  db: pg.Client,
  { role, isActive = true }: { role: StaffRole | null; isActive?: boolean },
): Promise<TestStaff> {
  passwordHash ??= hashPassword(PASSWORD);
  const userId = randomUUID();
  const email = `${role ?? "nobody"}-${userId.slice(0, 8)}@example.com`;
  await db.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, now(), now())",
    [userId, `Test ${role}`, email],
  );
  await db.query(
    "insert into staff_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values (gen_random_uuid(), $1::text, 'credential', $1::uuid, $2, now(), now())",
    [userId, await passwordHash],
  );
  if (role)
    await db.query(
      "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, $2, $3, $4, now())",
      [userId, role, `Test ${role}`, isActive],
    );
  return { userId, email, password: PASSWORD };
}

/**
 * Creates a session as the sign-in form does, without the form and the slow hash of the password.
 * @returns the value of the cookie `session`: the token and its signature, as better-auth signs it
 */
export async function createSession(
  db: pg.Client,
  { userId }: Pick<TestStaff, "userId">,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.query(
    `insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at, password_at, factor_grace)
     values (gen_random_uuid(), $1, $2, now() + $3 * interval '1 second', now(), now(), now(), $4)`,
    [token, userId, SESSION_IDLE_SECONDS, await hasFactorGrace(drizzle(db), userId)],
  );
  const key = deriveKey(APP_SECRET, "staff-auth").toString("base64url");
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return encodeURIComponent(`${token}.${signature}`);
}

/**
 * Creates a staff account and a session of it; `role` null: without an admin record, whom the
 * sign-in form would refuse.
 * @returns the account, and the headers of its requests
 */
export async function createSignedInStaff(db: pg.Client, role: StaffRole | null) {
  const staff = await createStaff(db, { role });
  return { ...staff, headers: { Cookie: `session=${await createSession(db, staff)}` } };
}

const STEP_SECONDS = 30;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Computes the code that an authenticator app shows for a secret (RFC 6238), `steps` half minutes
 * from now.
 */
export function computeTotp(secret: string, steps = 0): string {
  const bits = [...secret.replace(/=+$/, "")]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** How long the current code is still valid. */
export const getCodeSecondsLeft = () => STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);

/** Returns a code that is not valid now. */
export function createWrongCode(secret: string): string {
  const valid = [-1, 0, 1].map((steps) => computeTotp(secret, steps));
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    if (!valid.includes(code)) return code;
  }
}
