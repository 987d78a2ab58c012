import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffDevices, staffUsers } from "#app/db/tables/auth.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { describeCookie } from "./auth.server.ts";
import { storeDevice } from "./queries.sql.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The token of this browser, from its cookie. */
export function readDeviceToken(request: Request, secure: boolean): string | null {
  const { name } = describeCookie("device", secure);
  const found = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** Whether this email address has signed in from this browser before. */
export async function isKnownDevice(
  db: Database,
  { email, token }: { email: string; token: string | null },
): Promise<boolean> {
  if (!token) return false;
  const { userId, tokenHash } = staffDevices;
  const known = await db
    .select({ userId })
    .from(staffDevices)
    .innerJoin(staffUsers, eq(staffUsers.id, userId))
    .where(and(eq(staffUsers.email, email), eq(tokenHash, hashToken(token))));
  return known.length === 1;
}

/**
 * Records that a person has signed in from this browser.
 * @returns the cookie to set, and whether the browser is new for this person
 */
export async function recordDevice(
  db: Database,
  options: {
    userId: string;
    token: string | null;
    userAgent: string | null;
    secure: boolean;
    now: Date;
  },
): Promise<{ cookie: string; isNew: boolean }> {
  const token = options.token ?? randomBytes(32).toString("base64url");
  const { userId, userAgent, now } = options;
  const stored = await storeDevice.first(db, {
    tokenHash: hashToken(token),
    userId,
    userAgent,
    now,
  });
  const { name, attributes } = describeCookie("device", options.secure);
  const cookie = [
    `${name}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${YEAR_SECONDS}`,
    ...(attributes.secure ? ["Secure"] : []),
  ].join("; ");
  return { cookie, isNew: stored?.isNew ?? false };
}
