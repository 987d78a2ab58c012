import type { Database } from "#app/db/client.server.ts";
import { listFormerContactsOf } from "#app/features/requests/customer/corrections/queries.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatAge, formatInstant } from "#app/lib/format-values.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { hideContacts } from "../hide-contacts.ts";
import { formatSlot } from "../visits/slots.ts";
import { describeStatus } from "./describe-offer.ts";
import type { JobList } from "./job-stages.ts";
import { getStageCutoff } from "./load-job.server.ts";
import {
  listEarlierOffers,
  listJobs,
  listJobsOf,
  listJobsToStart,
  listOpenOffers,
  listVisits,
} from "./provider-offers.sql.ts";

type Row = Awaited<ReturnType<typeof listJobs.rows>>[number];
/** An offer or a job in a list. */
export type ListedOffer = ReturnType<typeof present>;
/** `next`: a cursor in the query of the next page. */
export type OfferPage = { offers: ListedOffer[]; next: string | null };
type Clock = {
  now: Date;
  /** Of the business: of times that belong to no job. */
  timeZone: string;
};
type OfProvider = Clock & { providerId: string };

const PAGE_SIZE = 30;
const MAX_OPEN = 50;
const MAX_TODAY = 10;
const EXCERPT_LENGTH = 120;
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export async function loadOpenOffers(db: Database, input: OfProvider): Promise<ListedOffer[]> {
  const { providerId, now } = input;
  const rows = await listOpenOffers.rows(db, { providerId, now, limit: MAX_OPEN });
  const requestIds = rows.flatMap(({ person }) => person?.requestId ?? []);
  const former = await listFormerContactsOf(db, requestIds);
  return rows.map((row) => ({ ...present(row, input), words: excerpt(row, former) }));
}

export const loadEarlierOffers = (
  db: Database,
  input: OfProvider & { before: Cursor | undefined },
): Promise<OfferPage> => loadPage(input, (page) => listEarlierOffers.rows(db, page));

export function loadJobs(
  db: Database,
  input: OfProvider & { list: JobList; before: Cursor | undefined },
): Promise<OfferPage> {
  const { list } = input;
  return list === "all"
    ? loadPage(input, (page) => listJobs.rows(db, page))
    : loadPage(
        input,
        (page) => listJobsOf.rows(db, { ...page, list, approvedAfter: getStageCutoff(page.now) }),
        ({ jobCreatedAt, jobId, createdAt, id }) => ({
          at: jobCreatedAt ?? createdAt,
          id: jobId ?? id,
        }),
      );
}

async function loadPage(
  input: OfProvider & { before: Cursor | undefined },
  list: (page: {
    providerId: string;
    now: Date;
    beforeAt: Date;
    beforeId: string;
    limit: number;
  }) => Promise<Row[]>,
  getCursor = ({ createdAt, id }: Row): Cursor => ({ at: createdAt, id }),
): Promise<OfferPage> {
  const { providerId, now, before } = input;
  const rows = await list({
    providerId,
    now,
    // An offer of this moment is on the first page too.
    beforeAt: before?.at ?? new Date(now.getTime() + DAY_MS),
    beforeId: before?.id ?? HIGHEST_ID,
    limit: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    offers: shown.map((row) => present(row, input)),
    next: last && rows.length > PAGE_SIZE ? formatCursor(getCursor(last)) : null,
  };
}

/** The visits of today and tomorrow, and the jobs whose customers wait for a call or a time. */
export async function loadWork(db: Database, input: OfProvider & { until: Date }) {
  const { providerId, now, until } = input;
  const [visits, toStart] = await Promise.all([
    listVisits.rows(db, { providerId, from: now, until, now, limit: MAX_TODAY }),
    listJobsToStart.rows(db, { providerId, now, limit: MAX_TODAY }),
  ]);
  return {
    visits: visits.map((row) => present(row, input)),
    toStart: toStart.map((row) => present(row, input)),
  };
}

/** The first words of what the customer wrote, without what identifies them. */
function excerpt(
  { description, person }: Row,
  former: ReadonlyMap<string, string[]>,
): string | null {
  if (!description || !person) return null;
  const { requestId, name, address } = person;
  const hidden = hideContacts(description, { name, address, former: former.get(requestId) });
  return truncateAtWord(hidden, EXCERPT_LENGTH);
}

function present(row: Row, { now, timeZone }: Clock) {
  const { id, state, cost, serviceType, city, zip, customer, startsAt, endsAt } = row;
  const zone = findZipTimeZone(zip) ?? timeZone;
  return {
    id,
    state,
    cost,
    service: serviceType,
    place: [city, zip].filter(Boolean).join(" "),
    timeframe: FIELDS.timeframe.choices.find(({ value }) => value === row.timeframe)?.label ?? null,
    customer,
    status: describeStatus(row, now),
    /** Until when it can be answered, in ISO 8601; null where it cannot any more. */
    until: state === "open" && row.expiresAt > now ? row.expiresAt.toISOString() : null,
    age: formatAge(row.createdAt, now),
    at: formatInstant(row.createdAt, timeZone),
    words: null as string | null,
    visit:
      startsAt && endsAt
        ? { time: formatSlot({ startsAt, endsAt }, zone), isBooked: row.isBooked }
        : null,
  };
}
