import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { describeCookie } from "./auth.server.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** The token of this browser, from its cookie. */
export function readDeviceToken(request: Request, secure: boolean): string | null {
  const { name } = describeCookie("device", secure);
  const found = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** Whether this e-mail address has signed in from this browser before. */
export async function isKnownDevice(
  pool: pg.Pool,
  options: { email: string; token: string | null },
): Promise<boolean> {
  if (!options.token) return false;
  const { rowCount } = await pool.query(
    "select 1 from staff_devices d join staff_users u on u.id = d.user_id where u.email = $1 and d.token_hash = $2",
    [options.email, hashToken(options.token)],
  );
  return rowCount === 1;
}

/**
 * Records that a person has signed in from this browser.
 * @returns the cookie to set, and whether the browser is new for this person
 */
export async function recordDevice(
  pool: pg.Pool,
  options: {
    userId: string;
    token: string | null;
    userAgent: string | null;
    secure: boolean;
    now: Date;
  },
): Promise<{ cookie: string; isNew: boolean }> {
  const token = options.token ?? randomBytes(32).toString("base64url");
  const { rows } = await pool.query<{ is_new: boolean }>(
    `insert into staff_devices (token_hash, user_id, user_agent, first_seen_at, last_seen_at) values ($1, $2, $3, $4, $4)
     on conflict (user_id, token_hash) do update set last_seen_at = $4, user_agent = $3 returning first_seen_at = $4 as is_new`,
    [hashToken(token), options.userId, options.userAgent, options.now],
  );
  const { name, attributes } = describeCookie("device", options.secure);
  const cookie = [
    `${name}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${YEAR_SECONDS}`,
    ...(attributes.secure ? ["Secure"] : []),
  ].join("; ");
  return { cookie, isNew: rows[0]?.is_new ?? false };
}
