import type { AppContext } from "#app/app-context.ts";
import { findCallingPlaces } from "#app/features/calls/calling-places.server.ts";
import { getQuizOfRequest } from "#app/features/quizzes/learning/request-results.server.ts";
import { formatExactTime, toMoment } from "#app/lib/format-time.ts";
import { formatPhoneHref, normalizePhoneDigits } from "#app/lib/phone.ts";
import type { FormatEvent } from "./build-timeline.ts";
import { formatPlace, listFacts } from "./list-facts.server.ts";
import { listAssignees, listRequests, type RequestRow } from "./queries.server.ts";
import { getRequestDetail } from "./request-detail.server.ts";
import { buildListQuery, type ListFilters } from "./schema.ts";

type Contact = { phone: string; phoneE164: string | null; email: string | null };

/** Links to call and e-mail a person; null if the typed text is not a number or address. */
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

/** The data of a row that the list needs, without the answers that only the export has. */
function buildListedRequest(row: RequestRow, timeZone: string) {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    serviceType: row.serviceType,
    projectType: row.projectType,
    projectSize: row.projectSize,
    status: row.status,
    flags: row.flags,
    assigneeId: row.assigneeId,
    sync: row.sync,
    isOptedOut: row.isOptedOut,
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

type ListContext = Pick<AppContext, "db" | "now" | "settings" | "requestCounts">;

/** Data of the request list: one page of rows, counts and filters. */
export async function loadRequestList(
  app: ListContext,
  { filters, userId }: { filters: ListFilters; userId: string },
) {
  const now = app.now();
  const { timeZone } = await app.settings.get();
  const [page, assignees, counts] = await Promise.all([
    listRequests(app.db, { filters, userId }),
    listAssignees(app.db),
    app.requestCounts.get(),
  ]);
  const { q, status, view } = filters;
  return {
    requests: page.rows.map((row) => buildListedRequest(row, timeZone)),
    older: page.older,
    newer: page.newer,
    filters: { q, status, view },
    query: buildListQuery(filters),
    assignees,
    counts,
    countedAt: counts && formatExactTime(counts.at, timeZone),
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
  const { progress, additionalDetails: _details, ...request } = detail.request;
  const at = (date: Date) => toMoment(date, timeZone);
  return {
    request: {
      ...request,
      differences: progress?.differences ?? [],
      createdAt: at(request.createdAt),
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
    duplicates: detail.duplicates.map(({ createdAt, ...duplicate }) => ({
      ...duplicate,
      createdAt: at(createdAt),
    })),
    notes: detail.notes.map(({ createdAt, ...note }) => ({ ...note, createdAt: at(createdAt) })),
    timeline: detail.timeline.map((entry) => ({ ...entry, at: at(entry.at) })),
    assignees,
    viewerId,
    now: now.getTime(),
  };
}
export type RequestDetailData = NonNullable<Awaited<ReturnType<typeof loadRequestDetail>>>;
