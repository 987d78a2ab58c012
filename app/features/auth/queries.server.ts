import { and, desc, eq, gt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffDevices, staffSessions } from "#app/db/tables/auth.server.ts";

export type AccountSession = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  isThis: boolean;
};
export type AccountDevice = {
  id: string;
  userAgent: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

/** Sessions and known browsers of one staff member, newest first. */
export async function getAccount(
  db: Database,
  options: { userId: string; sessionId: string; now: Date },
): Promise<{ sessions: AccountSession[]; devices: AccountDevice[] }> {
  const [sessions, devices] = await Promise.all([
    listSessions(db, options),
    listDevices(db, options.userId),
  ]);
  const isThis = ({ id }: { id: string }) => id === options.sessionId;
  return {
    sessions: sessions.map((session) => ({ ...session, isThis: isThis(session) })),
    devices,
  };
}

function listSessions(db: Database, { userId, now }: { userId: string; now: Date }) {
  const { id, userAgent, createdAt, updatedAt: lastSeenAt } = staffSessions;
  return db
    .select({ id, userAgent, createdAt, lastSeenAt })
    .from(staffSessions)
    .where(and(eq(staffSessions.userId, userId), gt(staffSessions.expiresAt, now)))
    .orderBy(desc(lastSeenAt));
}

function listDevices(db: Database, userId: string): Promise<AccountDevice[]> {
  const { tokenHash: id, userAgent, firstSeenAt, lastSeenAt } = staffDevices;
  return db
    .select({ id, userAgent, firstSeenAt, lastSeenAt })
    .from(staffDevices)
    .where(eq(staffDevices.userId, userId))
    .orderBy(desc(lastSeenAt));
}
