import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { createBatchPublisher, type RequestFeed } from "../inbox/request-feed.server.ts";
import { CALL_TTL_MS, PRESENCE_CHANNEL, PRESENCE_TTL_MS } from "./constants.ts";
import {
  PRESENCE_STATES,
  type PresenceReport,
  type PresentPeople,
  type PresentPerson,
  presenceReportSchema,
} from "./schema.ts";

const SWEEP_MS = 2 * SECOND_MS;
/** A notification holds 8000 bytes, and a report up to 500: a letter of a name may take six. */
const REPORTS_PER_NOTIFICATION = 15;
const NAME_LENGTH = 50;

const reportsSchema = z.array(
  presenceReportSchema.extend({ userId: z.string(), name: z.string() }),
);
type Report = PresenceReport & { userId: string; name: string };
type Entry = PresentPerson & { expiresAt: number };

export type PresenceHub = {
  /** Notifies every instance of what somebody does. Never waits, never fails. */
  report: (report: Report) => void;
  /** Takes a notification with reports. */
  handle: (payload: string) => void;
  /** Who has which request open, for a stream that begins. */
  list: () => PresentPeople[];
  stop: () => void;
};

/**
 * Knows, in memory, who has which request open, types or calls, from the reports of all instances.
 * Streams hear only of changes: a heartbeat that changes nothing is no event. One timer looks for
 * people who stopped reporting; none runs while nobody has anything open.
 */
export function createPresenceHub(options: {
  db: Database;
  feed: Pick<RequestFeed, "emit">;
  now: () => number;
}): PresenceHub {
  const { feed, now } = options;
  /** By request, then by person and tab. */
  const requests = new Map<string, Map<string, Entry>>();
  let timer: NodeJS.Timeout | undefined;

  const emitIfChanged = (ids: Iterable<string>, change: () => void) => {
    const before = new Map(
      [...ids].map((id) => [id, JSON.stringify(listPeople(requests.get(id)))]),
    );
    change();
    const changed = [...before].flatMap(([requestId, old]) => {
      const people = listPeople(requests.get(requestId));
      return JSON.stringify(people) === old ? [] : [{ requestId, people }];
    });
    if (changed.length > 0) feed.emit({ kind: "presence", requests: changed });
  };
  const remove = (requestId: string, key: string) => {
    const tabs = requests.get(requestId);
    if (tabs?.delete(key) && tabs.size === 0) requests.delete(requestId);
  };
  const apply = ({ id, tab, userId, name, state }: Report) => {
    const key = `${userId} ${tab}`;
    if (state === "left") return remove(id, key);
    const tabs = requests.get(id) ?? new Map<string, Entry>();
    requests.set(id, tabs);
    const ttl = state === "calling" ? CALL_TTL_MS : PRESENCE_TTL_MS;
    tabs.set(key, { userId, name, state, expiresAt: now() + ttl });
  };
  const sweep = () => {
    timer = undefined;
    const time = now();
    const expired = [...requests].flatMap(([id, tabs]) =>
      [...tabs].filter(([, { expiresAt }]) => expiresAt <= time).map(([key]) => ({ id, key })),
    );
    emitIfChanged(new Set(expired.map(({ id }) => id)), () => {
      for (const { id, key } of expired) remove(id, key);
    });
    schedule();
  };
  const schedule = () => {
    if (requests.size > 0) timer ??= setTimeout(sweep, SWEEP_MS).unref();
  };

  return {
    report: createBatchPublisher<Report>(options.db, {
      channel: PRESENCE_CHANNEL,
      perNotification: REPORTS_PER_NOTIFICATION,
      join: (reports) =>
        JSON.stringify(
          reports.map((report) => ({ ...report, name: report.name.slice(0, NAME_LENGTH) })),
        ),
    }),
    handle(payload) {
      const parsed = reportsSchema.safeParse(parseJson(payload));
      if (!parsed.success) return;
      emitIfChanged(new Set(parsed.data.map(({ id }) => id)), () => parsed.data.forEach(apply));
      schedule();
    },
    list: () => [...requests].map(([requestId, tabs]) => ({ requestId, people: listPeople(tabs) })),
    stop: () => clearTimeout(timer),
  };
}

const rank = ({ state }: PresentPerson) => PRESENCE_STATES.indexOf(state);

/** The people of a request, each with the strongest of what their tabs do, in a fixed order. */
function listPeople(tabs: ReadonlyMap<string, Entry> | undefined): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const { userId, name, state } of tabs?.values() ?? []) {
    const person = { userId, name, state };
    const known = people.get(userId);
    if (!known || rank(person) > rank(known)) people.set(userId, person);
  }
  return [...people.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
}
