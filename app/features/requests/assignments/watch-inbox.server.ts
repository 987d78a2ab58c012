import type { AppContext } from "#app/app-context.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { notifyAlarms } from "../inbox/request-feed.server.ts";
import { endDueSnoozes } from "../snooze/snooze-request.server.ts";
import { endOpenAlarms, raiseAlarms } from "./alarms.server.ts";
import { returnExpiredAssignments } from "./return-assignments.server.ts";
import { ALARM_KINDS, type InboxAlert } from "./schema.ts";
import { findOnShift, listShiftPeople, selectAlertRecipients } from "./shift-people.server.ts";
import { startMissingTimers } from "./start-return-timers.server.ts";

export type WatchContext = Pick<AppContext, "db" | "now" | "settings" | "requestFeed">;

export type WatchHooks = {
  /**
   * Called in the transaction that causes the alert, so that what it queues is neither lost nor
   * queued for a change that was rolled back. No network in here.
   * @param when `isStaffed`: somebody is on shift
   */
  onAlert?: (
    tx: Transaction,
    alert: InboxAlert,
    when: { now: Date; isStaffed: boolean },
  ) => Promise<void>;
};

export type Watched = {
  /** Ids of requests whose assignment ended, the oldest first. */
  returned: string[];
  /** Ids of requests whose snooze ended. */
  woken: string[];
  /** Ids of requests that somebody has to try in time again. */
  timed: string[];
  raised: number;
  ended: number;
  alerts: InboxAlert[];
};

/**
 * What happens because its time came: assignments that nobody worked are returned, snoozes end, and
 * alarms are raised while nobody is on shift and end when somebody is. Alerts go to the people on
 * shift, or to everybody with an alarm. Safe to run twice, and on several instances at once.
 */
export async function watchInbox(app: WatchContext, hooks: WatchHooks = {}): Promise<Watched> {
  const context = { db: app.db, now: app.now() };
  const site = await app.settings.get();
  const when = { ...site, now: context.now };
  const { woken, timed } = await withTransaction(app.db, async (tx) => ({
    woken: await endDueSnoozes(tx, { ...context, site }),
    timed: await startMissingTimers(tx, { ...context, site }),
  }));
  const people = await listShiftPeople(app.db);
  const isStaffed = findOnShift(people, when).length > 0;
  const userIds = selectAlertRecipients(people, when);
  const result = await withTransaction(app.db, async (tx) => {
    const returned = await returnExpiredAssignments(tx, context);
    const { count, handedOver } = await endOpenAlarms(tx, { now: context.now, isStaffed });
    const raised = isStaffed ? [] : await raiseAlarms(tx, site, context);
    if (raised.length + count > 0) await notifyAlarms(tx);
    const news = isStaffed
      ? [...returned.map((requestId) => ({ requestId, kind: "returned" as const })), ...handedOver]
      : raised;
    const alerts = groupAlerts(news, userIds);
    for (const alert of alerts) await hooks.onAlert?.(tx, alert, { now: context.now, isStaffed });
    return { returned, raised: raised.length, ended: count, alerts };
  });
  for (const id of [...woken, ...timed, ...result.returned]) app.requestFeed.publishChange(id);
  for (const alert of result.alerts) app.requestFeed.publishAlert(alert);
  return { woken, timed, ...result };
}

/** One alert for each kind of news. */
const groupAlerts = (
  news: readonly { requestId: string; kind: InboxAlert["kind"] }[],
  userIds: string[],
): InboxAlert[] =>
  ALARM_KINDS.map((kind) => ({
    kind,
    userIds,
    requestIds: news.filter((entry) => entry.kind === kind).map(({ requestId }) => requestId),
  })).filter(({ requestIds }) => requestIds.length > 0);
