import { randomUUID } from "node:crypto";
import {
  createRequestFeed,
  type RequestFeed,
} from "#app/features/requests/inbox/request-feed.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { type openTestDatabase, queryRows, storeRequest } from "./factories.ts";

type TestContext = Pick<Awaited<ReturnType<typeof openTestDatabase>>, "db" | "owner">;

/** The office works from 8 AM to 6 PM in New York, and emergencies count around the clock. */
const site = siteSettingsSchema.parse({
  regularHours: "8 AM - 6 PM",
  emergencyHours: "24/7",
  timeZone: "America/New_York",
});

/**
 * An inbox with a clock that only tests move.
 * @param getContext the database of the test file
 */
export function createInboxClock(getContext: () => TestContext) {
  let now = new Date();
  let people = 0;
  let phones = 0;
  const settings = { get: async () => site, drop() {} };
  let feed: RequestFeed | undefined;
  /** The feed of one process; nothing listens. */
  const getFeed = () => {
    feed ??= createRequestFeed({ db: getContext().db, onNew: () => {} });
    return feed;
  };
  const run = (text: string, values: unknown[] = []) => queryRows(getContext().db, text, values);
  return {
    settings,
    setNow(at: string | Date) {
      now = new Date(at);
    },
    getNow: () => now,
    run,
    act: (actor: string) => ({
      db: getContext().db,
      settings,
      requestFeed: getFeed(),
      actor,
      now,
      httpRequestId: "test",
    }),
    getApp: () => ({ db: getContext().db, settings, requestFeed: getFeed(), now: () => now }),
    /** Deletes requests, people and settings. */
    clear: () =>
      queryRows(
        getContext().owner,
        "truncate service_requests, crm_outbox, staff_users, suppressions, settings, notifications cascade",
      ),
    /** Creates a member who may work on requests. @returns their id */
    async addPerson(name: string): Promise<string> {
      const id = randomUUID();
      people += 1;
      await run(
        "insert into staff_users (id, name, email, created_at, updated_at) values ($1, $2, $3, $4, $4)",
        [id, name, `person${people}@staff.example`, new Date(0)],
      );
      await run(
        "insert into admin_users (user_id, role, display_name, created_at) values ($1, 'staff', $2, $3)",
        [id, name, new Date(0)],
      );
      return id;
    },
    /** Gives a person one shift each day of the week, in hours. */
    addDailyShift: (userId: string, from: number, to: number) =>
      run(
        "insert into staff_shifts (id, user_id, weekday, from_minutes, to_minutes) select gen_random_uuid(), $1, day, $2, $3 from generate_series(0, 6) day",
        [userId, from * 60, to * 60],
      ),
    /** Stores a request that arrives now, with a phone number that no other has. @returns its id */
    async receive({ timeframe = "flexible" }: { timeframe?: string } = {}): Promise<string> {
      phones += 1;
      const result = await storeRequest(getContext().db, {
        now,
        values: {
          timeframe,
          phone: `(404) 555-${1_000 + phones}`,
          email: `c${phones}@mail.example`,
        },
      });
      return (result as { id: string }).id;
    },
    /** What logging an attempt does to the request, as far as the inbox looks at it. */
    attempt: (id: string) =>
      run(
        "update service_requests set first_attempt_at = $2, return_due_at = null, returned_at = null where id = $1",
        [id, now],
      ),
    readRequest: async (id: string) => {
      const [request] = await queryRows<{
        assignee_id: string | null;
        return_due_at: Date | null;
        returned_at: Date | null;
        snoozed_until: Date | null;
        snooze_kind: string | null;
      }>(
        getContext().db,
        "select assignee_id, return_due_at, returned_at, snoozed_until, snooze_kind from service_requests where id = $1",
        [id],
      );
      if (!request) throw new Error("no request");
      return request;
    },
    /** The kinds of the timeline's events, the oldest first, without the intake's. */
    listEvents: async (id: string) =>
      await queryRows<{ kind: string; detail: Record<string, unknown>; at: Date }>(
        getContext().db,
        "select kind, detail, at from request_events where request_id = $1 order by at, id",
        [id],
      ),
  };
}
