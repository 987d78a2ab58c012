import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { listAttemptTimes } from "#app/features/calls/attempt-times.sql.ts";
import { findCallingPlaces } from "#app/features/calls/calling-places.server.ts";
import { CAP_WINDOW_MS } from "#app/features/calls/constants.ts";
import { getQuizOfRequest } from "#app/features/quizzes/learning/request-results.server.ts";
import { formatExactTime, formatPastDay, toMoment } from "#app/lib/format-time.ts";
import { formatPhoneHref, normalizePhoneDigits } from "#app/lib/phone.ts";
import { loadOnShift } from "../assignments/load-on-shift.server.ts";
import { listAssignees } from "../staff-members.server.ts";
import { listSavedViews } from "../views/queries.server.ts";
import type { FormatEvent } from "./build-timeline.ts";
import { countViews, type InboxGroup, listInbox } from "./inbox.server.ts";
import { formatPlace, listFacts } from "./list-facts.server.ts";
import { type ListedRow, listRequests } from "./queries.server.ts";
import { getRequestDetail } from "./request-detail.server.ts";
import { buildListQuery, type ListFilters } from "./schema.ts";

type Contact = { phone: string; phoneE164: string | null; email: string | null };

/** Links to call and email a person; null if the typed text is not a number or address. */
function buildContactLinks({ phone, phoneE164, email }: Contact) {
  const mail = email?.trim() ?? "";
  return {
    phoneHref: phoneE164
      ? `tel:${phoneE164}`
      : normalizePhoneDigits(phone)
        ? formatPhoneHref(phone)
        : null,
    mailHref: /^[^\s@]+@[^\s@]+$/.test(mail)
      ? `mailto:${encodeURIComponent(mail).replace("%40", "@")}`
      : null,
  };
}

type RowOptions = { timeZone: string; recentAt: readonly number[] };

/** What a row of the list shows. */
function buildListedRequest(row: ListedRow, { timeZone, recentAt }: RowOptions) {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    serviceType: row.serviceType,
    projectType: row.projectType,
    projectSize: row.projectSize,
    problem: row.problem,
    status: row.status,
    flags: row.flags,
    isEmergency: row.isEmergency,
    assigneeId: row.assigneeId,
    attemptCount: row.attemptCount,
    /** When the person was called or texted in the last 24 hours, in ms since 1970. */
    recentAt,
    isReturned: row.returnedAt !== null,
    isMerged: row.mergedIntoId !== null,
    snoozedUntil: row.snoozedUntil && toMoment(row.snoozedUntil, timeZone),
    wokeAt: row.wokeAt && toMoment(row.wokeAt, timeZone),
    sync: row.sync,
    isOptedOut: row.isOptedOut,
    isWrongNumber: row.isWrongNumber,
    hasNewMessage: row.hasNewMessage,
    waitingFor: row.waitingFor,
    ...buildContactLinks(row),
    place: formatPlace(row),
    created: toMoment(row.createdAt, timeZone),
    calling: row.isOptedOut
      ? null
      : findCallingPlaces({ zip: row.zipValid, phoneE164: row.phoneE164 }),
  };
}
export type ListedRequest = ReturnType<typeof buildListedRequest>;

/** What the list shows of these rows, in their order. */
export async function buildListedRequests(
  db: Database,
  rows: readonly ListedRow[],
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<ListedRequest[]> {
  const since = new Date(now.getTime() - CAP_WINDOW_MS);
  const requestIds = rows.map(({ id }) => id);
  const times = rows.length > 0 ? await listAttemptTimes.rows(db, { requestIds, since }) : [];
  const byRequest = Map.groupBy(times, ({ requestId }) => requestId);
  return rows.map((row) => {
    const recentAt = byRequest.get(row.id)?.map(({ at }) => at.getTime()) ?? [];
    return buildListedRequest(row, { timeZone, recentAt });
  });
}

type ListContext = Pick<AppContext, "db" | "now" | "settings" | "requestCounts" | "searchCounts">;
type ListOptions = { filters: ListFilters; userId: string };

type ListedGroup = { group: InboxGroup["group"]; requests: ListedRequest[] };
type ListRows = {
  /** Null for a list without groups. */
  groups: ListedGroup[] | null;
  requests: ListedRequest[];
  next: string | null;
  previous: string | null;
};

/** The rows that a list shows: the groups of the inbox, or one page of a flat list. */
async function loadRows(
  app: ListContext,
  { filters, userId, now, timeZone }: ListOptions & { now: Date; timeZone: string },
): Promise<ListRows> {
  const { q, status, view, after, before } = filters;
  const isGrouped = view === "inbox" && q === "" && status === "all" && !after && !before;
  const build = (rows: ListedRow[]) => buildListedRequests(app.db, rows, { timeZone, now });
  if (!isGrouped) {
    const page = await listRequests(app.db, { filters, userId, now });
    return { ...page, groups: null, requests: await build(page.rows) };
  }
  const groups = await listInbox(app.db, { now });
  const requests = await build(groups.flatMap(({ rows }) => rows));
  const byId = new Map(requests.map((request) => [request.id, request]));
  return {
    groups: groups.map(({ group, rows }) => ({
      group,
      requests: rows.flatMap(({ id }) => byId.get(id) ?? []),
    })),
    requests: [],
    next: null,
    previous: null,
  };
}

/** Data of the request list: its rows, counts and filters. */
export async function loadRequestList(app: ListContext, { filters, userId }: ListOptions) {
  const now = app.now();
  const { timeZone } = await app.settings.get();
  const [{ groups, requests, next, previous }, viewCounts, savedViews, assignees, counts, onShift] =
    await Promise.all([
      loadRows(app, { filters, userId, now, timeZone }),
      countViews(app.db, { userId, now }),
      listSavedViews(app, { userId, now }),
      listAssignees(app.db),
      app.requestCounts.get(),
      loadOnShift(app),
    ]);
  const { q, status, view } = filters;
  return {
    groups,
    requests,
    next,
    previous,
    filters: { q, status, view },
    query: buildListQuery(filters),
    viewCounts,
    savedViews,
    assignees,
    onShift,
    counts,
    countedAt: counts && formatExactTime(counts.at, timeZone),
    userId,
    now: now.getTime(),
  };
}
export type RequestListData = Awaited<ReturnType<typeof loadRequestList>>;

/**
 * Data of the dialog that shows one request, or null if no request has that id.
 * @param options.formatEvent formats the timeline events that other features add
 */
export async function loadRequestDetail(
  app: Pick<AppContext, "db" | "now" | "settings">,
  { id, viewerId, formatEvent }: { id: string; viewerId: string; formatEvent: FormatEvent },
) {
  const now = app.now();
  const [{ timeZone }, detail, assignees] = await Promise.all([
    app.settings.get(),
    getRequestDetail(app.db, { id, formatEvent }),
    listAssignees(app.db),
  ]);
  if (!detail) return null;
  const facts = listFacts(detail.request);
  const quiz =
    facts.quiz.length > 0 ? await getQuizOfRequest(app.db, { requestId: id, now }) : null;
  const { progress, additionalDetails: _details, ...stored } = detail.request;
  const { returnDueAt, returnedAt, snoozedUntil, snoozeKind, ...request } = stored;
  const at = (date: Date) => toMoment(date, timeZone);
  const toDay = (date: Date) => formatPastDay(date, { timeZone, now });
  /** The day of the merged request that something is from. */
  const from = (date: Date | undefined) => (date ? toDay(date) : null);
  return {
    request: {
      ...request,
      differences: progress?.differences ?? [],
      createdAt: at(request.createdAt),
      returnDue: returnDueAt && at(returnDueAt),
      returned: returnedAt && at(returnedAt),
      snooze:
        snoozedUntil && snoozeKind && snoozedUntil > now
          ? { until: at(snoozedUntil), kind: snoozeKind }
          : null,
      nextAttemptAt: request.nextAttemptAt && at(request.nextAttemptAt),
      deliveredAt: request.deliveredAt && at(request.deliveredAt),
      ...buildContactLinks(request),
      place: formatPlace(request),
      calling: request.isOptedOut
        ? null
        : findCallingPlaces({ zip: request.zipValid, phoneE164: request.phoneE164 }),
    },
    facts,
    quiz,
    attempts: detail.attempts.map(({ id: attemptId, outcome, httpStatus, error, finishedAt }) => ({
      id: attemptId,
      outcome,
      httpStatus,
      error,
      at: at(finishedAt),
    })),
    notes: detail.notes.map((note) => ({
      ...note,
      createdAt: at(note.createdAt),
      from: from(note.from),
    })),
    timeline: detail.timeline.map((entry) => ({
      ...entry,
      at: at(entry.at),
      from: from(entry.from),
    })),
    /** The request that this one was merged into. */
    mergedInto: detail.mergedInto && {
      id: detail.mergedInto.id,
      service: detail.mergedInto.serviceType,
      day: toDay(detail.mergedInto.createdAt),
    },
    /** The days of merged requests that the customer ended on their own page. */
    endedMerged: detail.merged
      .filter(({ outcome }) => outcome !== null)
      .map(({ createdAt }) => toDay(createdAt)),
    assignees,
    viewerId,
    timeZone,
    now: now.getTime(),
  };
}
export type RequestDetailData = NonNullable<Awaited<ReturnType<typeof loadRequestDetail>>>;
