import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSessions, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { type CookieEnv, clearProviderCookie, formatProviderCookie } from "./cookies.server.ts";
import { getSessionEnd } from "./session-end.ts";
import { createToken } from "./start-sign-in.server.ts";

/** A session that begins: its token is known to the browser alone. */
export type NewSession = { token: string; expiresAt: Date };

/** Begins a session of a person who proved who they are. */
export async function createSession(
  tx: Transaction,
  { now }: Pick<ActionContext, "now">,
  { userId, browser }: { userId: string; browser: { userAgent: string | null } },
): Promise<NewSession> {
  const token = createToken();
  const expiresAt = getSessionEnd(now, now);
  await tx.insert(providerSessions).values({
    id: randomUUIDv7(),
    tokenHash: hashToken(token),
    userId,
    userAgent: browser.userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  await tx.update(providerUsers).set({ lastSignInAt: now }).where(eq(providerUsers.id, userId));
  return { token, expiresAt };
}

/** The `Set-Cookie` headers of a sign-in that is done. */
export function formatSessionCookies(
  env: CookieEnv,
  { token, expiresAt, now }: NewSession & { now: Date },
): string[] {
  const maxAgeSeconds = Math.round((expiresAt.getTime() - now.getTime()) / 1_000);
  return [
    formatProviderCookie(env, { cookie: "pro", token, maxAgeSeconds }),
    clearProviderCookie(env, "pro-start"),
  ];
}

/** Ends the session of a token, if there is one. */
export async function endSessionOfToken(db: Connection, token: string): Promise<void> {
  await db.delete(providerSessions).where(eq(providerSessions.tokenHash, hashToken(token)));
}

/** The valid sessions of a person, the one used last first. */
export const listSessions = (db: Connection, { userId, now }: { userId: string; now: Date }) =>
  db
    .select({
      id: providerSessions.id,
      userAgent: providerSessions.userAgent,
      createdAt: providerSessions.createdAt,
      lastUsedAt: providerSessions.lastUsedAt,
    })
    .from(providerSessions)
    .where(and(eq(providerSessions.userId, userId), gt(providerSessions.expiresAt, now)))
    .orderBy(desc(providerSessions.lastUsedAt), desc(providerSessions.id));

/** Ends one session of a person. @returns whether there was one */
export async function endSession(
  db: Connection,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(providerSessions)
    .where(and(eq(providerSessions.id, sessionId), eq(providerSessions.userId, userId)));
  return rowCount === 1;
}

/** Ends every session of a person, or every one except the one in use. @returns how many */
export async function endSessions(
  db: Connection,
  { userId, except }: { userId: string; except?: string },
): Promise<number> {
  const { rowCount } = await db
    .delete(providerSessions)
    .where(
      and(
        eq(providerSessions.userId, userId),
        except ? ne(providerSessions.id, except) : undefined,
      ),
    );
  return rowCount ?? 0;
}
