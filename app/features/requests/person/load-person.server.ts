import type { AppContext } from "#app/app-context.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { formatPastDay, formatPastMonth } from "#app/lib/format-time.ts";
import { DUPLICATE_WINDOW_HOURS } from "../constants.ts";
import {
  buildEntries,
  type Clock,
  describeRequest,
  type PersonCall,
  type PersonRows,
} from "./build-entries.ts";
import { describePerson, findOriginal } from "./describe-person.ts";
import {
  findPersonOptOut,
  listPersonConsents,
  listPersonMessages,
  listPersonQuizResults,
  listPersonRequests,
} from "./person.sql.ts";

/** How many entries of a kind are read, the newest. */
const LISTED_OF_A_KIND = 50;

/**
 * Everything about the person who sent a request: what has the same phone number or email address,
 * the newest of each kind. Null where no request has the id.
 * @param options.calls of the person, the newest first
 */
export async function loadPerson(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  requestId: string,
  { calls = [] }: { calls?: readonly PersonCall[] } = {},
) {
  const limit = LISTED_OF_A_KIND;
  const [{ timeZone }, requests, optOut] = await Promise.all([
    settings.get(),
    listPersonRequests.rows(db, { requestId, limit }),
    findPersonOptOut.first(db, { requestId }),
  ]);
  const open = requests.find(({ id }) => id === requestId);
  if (!open) return null;
  const requestIds = requests.map(({ id }) => id);
  const [messages, quizResults, consents] = await Promise.all([
    listPersonMessages.rows(db, { requestIds, limit }),
    listPersonQuizResults.rows(db, { requestIds }),
    listPersonConsents.rows(db, { requestIds, limit }),
  ]);
  const rows = { requests, calls: calls.slice(0, limit), messages, quizResults, consents };
  const clock: Clock = { timeZone, now: now() };
  return {
    requestId,
    summary: summarize(rows, clock),
    entries: buildEntries(rows, { ...clock, openId: requestId }),
    /** Only the newest of a kind are listed. */
    isCut: [requests, calls, messages, consents].some(({ length }) => length >= limit),
    original: findLikelyOriginal(open, requests, clock),
    optOut: optOut
      ? { day: formatPastDay(optOut.at, clock), scope: optOut.scope, holds: optOut.holds }
      : null,
  };
}
export type PersonData = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;

type RequestRow = PersonRows["requests"][number];

/** The request that one which the form flagged as a duplicate likely repeats. */
function findLikelyOriginal(open: RequestRow, requests: RequestRow[], clock: Clock) {
  if (open.mergedIntoId || !open.flags.includes("duplicate")) return null;
  const withinMs = DUPLICATE_WINDOW_HOURS * HOUR_MS;
  const original = findOriginal(requests, { own: open, withinMs });
  return (
    original && {
      ...describeRequest(original, clock),
      isSameService: original.serviceType === open.serviceType,
      status: original.status,
    }
  );
}

function summarize({ requests, calls, messages, quizResults }: PersonRows, clock: Clock): string {
  const oldest = Math.min(...requests.map(({ createdAt }) => createdAt.getTime()));
  return describePerson({
    requests: requests.length,
    calls: calls.length,
    messages: messages.length,
    quizResults: quizResults.length,
    isCut: {
      requests: requests.length >= LISTED_OF_A_KIND,
      messages: messages.length >= LISTED_OF_A_KIND,
    },
    since: formatPastMonth(new Date(oldest), clock),
  });
}
