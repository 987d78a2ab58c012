import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { crmConnections, crmReconciliations, crmTargets } from "#app/db/tables/crm.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import { EXPIRY_ALARM_MS } from "#app/features/crm/constants.ts";
import { MESSAGES_READ_EVENT } from "#app/features/requests/constants.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { canWorkOnRequests } from "#app/features/requests/staff-members.server.ts";
import { hashToUuid } from "#app/lib/hash-to-uuid.server.ts";
import { getLowestId } from "#app/lib/lowest-id.ts";
import type { LateOptOuts, NightlyTrouble, RequestBatch, TargetTrouble } from "./compose-mails.ts";
import { NAMED_IN_A_MAIL, OPT_OUT_OVERDUE_MS } from "./constants.ts";
import {
  listFailedDeliveries,
  listHeldRequests,
  listLateOptOuts,
  listNewMessages,
  listNewRequests,
  listOpenAlarms,
} from "./queries.sql.ts";
import { type NotificationSettings, notificationSettingsSchema } from "./schema.ts";
import { getIdTime } from "./timed-batches.server.ts";

/** Settings of the mails and when they last changed; the defaults if a stored value is invalid. */
export async function getNotificationSettings(
  db: Database,
): Promise<NotificationSettings & { changedAt: Date | null }> {
  const rows = await db
    .select({ key: settings.key, value: settings.value, updatedAt: settings.updatedAt })
    .from(settings)
    .where(inArray(settings.key, Object.keys(notificationSettingsSchema.shape)));
  const parsed = notificationSettingsSchema.safeParse(
    Object.fromEntries(rows.map((row) => [row.key, row.value])),
  );
  return {
    ...(parsed.success ? parsed.data : notificationSettingsSchema.parse({})),
    changedAt: rows[0]?.updatedAt ?? null,
  };
}

export type Recipient = {
  id: string;
  email: string;
  since: Date;
  role: (typeof adminUsers.$inferSelect)["role"];
};

/** The members who get mails about requests: all who may work on them. */
export function listRecipients(db: Database): Promise<Recipient[]> {
  return db
    .select({
      id: staffUsers.id,
      email: staffUsers.email,
      role: adminUsers.role,
      since: adminUsers.createdAt,
    })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(canWorkOnRequests)
    .orderBy(staffUsers.id);
}

export type LastMail = { subjectId: string | null; sentAt: Date };

/**
 * The latest mail of a kind to each person, by member id; `subjectId` is the newest row it covered.
 */
export async function listLastMails(db: Database, kind: string): Promise<Map<string, LastMail>> {
  const { recipientId, subjectId, sentAt, id } = notifications;
  const rows = await db
    .selectDistinctOn([recipientId], { recipientId, subjectId, sentAt })
    .from(notifications)
    .where(
      and(
        eq(notifications.kind, kind),
        eq(notifications.channel, "email"),
        isNotNull(recipientId),
        eq(notifications.isDemo, false),
      ),
    )
    .orderBy(recipientId, desc(sentAt), desc(id));
  return new Map(rows.flatMap((row) => (row.recipientId ? [[row.recipientId, row]] : [])));
}

/** The requests for a mail, and the newest row that it covers. */
export type FoundRequests = RequestBatch & { subjectId: string };
type Row = Awaited<ReturnType<typeof listNewRequests.rows>>[number];

function buildBatch(rows: Row[]): FoundRequests | null {
  const [newest] = rows;
  return newest ? { count: newest.count, subjectId: newest.id, named: rows } : null;
}

const limit = NAMED_IN_A_MAIL;

/** New requests that were not held. Ids grow with time; `after` is the last one covered. */
export const findNewRequests = async (
  db: Database,
  options: { after: string | null; since: Date; until: Date; holdingFlags: readonly string[] },
): Promise<FoundRequests | null> =>
  buildBatch(await listNewRequests.rows(db, { ...options, limit }));

/** Requests that are held as suspected spam. */
export const findHeldRequests = async (
  db: Database,
  options: { after: string | null; since: Date; until: Date },
): Promise<FoundRequests | null> =>
  buildBatch(await listHeldRequests.rows(db, { ...options, limit }));

/** Requests that wait while nobody is on shift, by the id of the newest alarm. */
export async function findUnattendedRequests(
  db: Database,
  options: { after: string },
): Promise<(FoundRequests & { emergencies: number }) | null> {
  const rows = await listOpenAlarms.rows(db, { ...options, limit });
  const batch = buildBatch(rows);
  return batch && { ...batch, emergencies: rows[0]?.emergencies ?? 0 };
}

/** Requests with a message of the customer or a provider that staff have neither answered nor read. */
export const findNewMessages = async (
  db: Database,
  options: { after: string; until: Date },
): Promise<FoundRequests | null> =>
  buildBatch(await listNewMessages.rows(db, { ...options, readEvent: MESSAGES_READ_EVENT, limit }));

/**
 * Deliveries that were given up, by the id of their last attempt, so that one that fails again is
 * reported again. Leaves out erased requests, whose deliveries were ended on purpose.
 */
export const findFailedDeliveries = async (
  db: Database,
  options: { after: string; until: Date },
): Promise<FoundRequests | null> =>
  buildBatch(await listFailedDeliveries.rows(db, { ...options, erasedHash: ERASED_HASH, limit }));

export type OpenTarget = TargetTrouble & { subjectId: string };

/** Targets whose circuit breaker is open, with an id for each time it opened. */
export async function listOpenTargets(db: Database): Promise<OpenTarget[]> {
  const { target, state, reason, since } = crmTargets;
  const rows = await db
    .select({ target, state, reason, since })
    .from(crmTargets)
    .where(ne(state, "closed"))
    .orderBy(target);
  return rows.flatMap(({ since: openedAt, state: opened, ...trouble }) =>
    opened === "closed"
      ? []
      : [
          {
            ...trouble,
            state: opened,
            subjectId: hashToUuid(`${trouble.target} ${opened} ${openedAt.toISOString()}`),
          },
        ],
  );
}

export type EndingConnection = { endsAt: Date; subjectId: string };

/**
 * The connection whose tokens expire soon because they could not be refreshed, with an id for each
 * pair of tokens. After they expire, the target's breaker is reported instead.
 */
export async function findEndingConnection(
  db: Database,
  now: Date,
): Promise<EndingConnection | null> {
  const { id, version, expiresAt, disconnectedAt, refreshError } = crmConnections;
  const [row] = await db
    .select({ id, version, endsAt: expiresAt })
    .from(crmConnections)
    .where(
      and(
        isNull(disconnectedAt),
        isNotNull(refreshError),
        gt(expiresAt, now),
        lte(expiresAt, new Date(now.getTime() + EXPIRY_ALARM_MS)),
      ),
    );
  return row
    ? { endsAt: row.endsAt, subjectId: hashToUuid(`connection ${row.id} ${row.version}`) }
    : null;
}

/**
 * Opt-outs whose delivery to the CRM failed or has waited too long, newest first, except those that
 * a newer request superseded.
 * @param options.after an id with the time of the newest opt-out that a mail covered
 */
export async function findLateOptOuts(
  db: Database,
  options: { after: string; now: Date },
): Promise<(LateOptOuts & { subjectId: string }) | null> {
  const rows = await listLateOptOuts.rows(db, {
    after: getIdTime(options.after),
    now: options.now,
    maxWaitMs: OPT_OUT_OVERDUE_MS,
    limit,
  });
  const [newest] = rows;
  return newest
    ? {
        count: newest.count,
        contactIds: rows.map((row) => row.contactId),
        subjectId: getLowestId(newest.at),
      }
    : null;
}

/** The problems that the last nightly comparison found, or null. */
export async function findNightlyTrouble(
  db: Database,
): Promise<(NightlyTrouble & { subjectId: string }) | null> {
  const [row] = await db
    .select()
    .from(crmReconciliations)
    .orderBy(desc(crmReconciliations.at))
    .limit(1);
  if (!row || row.notQueued + row.missing === 0) return null;
  const { id, notQueued, missing, requestIds } = row;
  return {
    subjectId: id,
    notQueued,
    missing,
    requestIds: [...requestIds.notQueued, ...requestIds.missing],
  };
}
