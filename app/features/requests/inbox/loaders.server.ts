import type { AppContext } from "#app/app-context.ts";
import { callingPlaces } from "#app/features/calls/calling-places.server.ts";
import { loadOfferPanel } from "#app/features/offers/load-offer-panel.server.ts";
import type { ListedOffer } from "#app/features/offers/queries.server.ts";
import { exactTime } from "#app/lib/format-time.ts";
import { phoneDigits, phoneHref } from "#app/lib/phone.ts";
import { listAssignees, listRequests, type RequestRow } from "./queries.server.ts";
import { getRequestDetail } from "./request-detail.server.ts";
import { type ListFilters, listQuery } from "./schema.ts";

type Contact = { phone: string; phoneE164: string | null; email: string | null };

/** Links that call and write to a person; null where what was typed cannot be one. */
function contactLinks({ phone, phoneE164, email }: Contact) {
  const mail = email?.trim() ?? "";
  return {
    phoneHref: phoneE164 ? `tel:${phoneE164}` : phoneDigits(phone) ? phoneHref(phone) : null,
    mailHref: /^[^\s@]+@[^\s@]+$/.test(mail)
      ? `mailto:${encodeURIComponent(mail).replace("%40", "@")}`
      : null,
  };
}

const placeName = ({
  city,
  state,
  zipCode,
}: {
  city: string | null;
  state: string | null;
  zipCode: string | null;
}) => [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** A moment for the page: milliseconds, and the exact time in words. */
const moment = (at: Date, timeZone: string) => ({
  ms: at.getTime(),
  exact: exactTime(at, timeZone),
});
export type Moment = ReturnType<typeof moment>;

function presentRow(row: RequestRow, timeZone: string) {
  const {
    id,
    name,
    phone,
    email,
    serviceType,
    projectType,
    projectSize,
    status,
    flags,
    assigneeId,
    sync,
    stopped,
    waitingFor,
  } = row;
  return {
    ...{
      id,
      name,
      phone,
      email,
      serviceType,
      projectType,
      projectSize,
      status,
      flags,
      assigneeId,
      sync,
      stopped,
      waitingFor,
    },
    ...contactLinks(row),
    place: placeName(row),
    created: moment(row.createdAt, timeZone),
    calling: stopped ? null : callingPlaces({ zip: row.zipValid, phoneE164: row.phoneE164 }),
  };
}
export type ListedRequest = ReturnType<typeof presentRow>;

type ListServices = Pick<AppContext, "db" | "now" | "settings" | "requestCounts">;

/** One page of the list as the screen shows it. */
export async function loadRequestList(
  services: ListServices,
  { filters, userId }: { filters: ListFilters; userId: string },
) {
  const now = services.now();
  const { timeZone } = await services.settings.get();
  const [page, assignees, counts] = await Promise.all([
    listRequests(services.db, { filters, userId }),
    listAssignees(services.db),
    services.requestCounts.get(),
  ]);
  const { q, status, view } = filters;
  return {
    requests: page.rows.map((row) => presentRow(row, timeZone)),
    older: page.older,
    newer: page.newer,
    filters: { q, status, view },
    query: listQuery(filters),
    assignees,
    counts,
    countedAt: counts && exactTime(counts.at, timeZone),
    now: now.getTime(),
  };
}
export type RequestListData = Awaited<ReturnType<typeof loadRequestList>>;

const presentOffer = (
  { createdAt, expiresAt, decidedAt, releasedAt, ...offer }: ListedOffer,
  timeZone: string,
) => ({
  ...offer,
  createdAt: moment(createdAt, timeZone),
  expiresAt: moment(expiresAt, timeZone),
  decidedAt: decidedAt && moment(decidedAt, timeZone),
  releasedAt: releasedAt && moment(releasedAt, timeZone),
});
export type ShownOffer = ReturnType<typeof presentOffer>;

/** Everything of one request as the dialog shows it to a person of the staff, or null. */
export async function loadRequestDetail(
  services: Pick<AppContext, "db" | "env" | "now" | "settings">,
  { id, viewerId }: { id: string; viewerId: string },
) {
  const now = services.now();
  const [{ timeZone }, detail, assignees] = await Promise.all([
    services.settings.get(),
    getRequestDetail(services.db, id),
    listAssignees(services.db),
  ]);
  const offers = detail && (await loadOfferPanel(services, id));
  if (!detail || !offers) return null;
  const { progress, ...request } = detail.request;
  const at = (date: Date) => moment(date, timeZone);
  return {
    request: {
      ...request,
      differences: progress?.differences ?? [],
      createdAt: at(request.createdAt),
      nextAttemptAt: request.nextAttemptAt && at(request.nextAttemptAt),
      deliveredAt: request.deliveredAt && at(request.deliveredAt),
      ...contactLinks(request),
      place: placeName(request),
      calling: request.stopped
        ? null
        : callingPlaces({ zip: request.zipValid, phoneE164: request.phoneE164 }),
    },
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
    offers: {
      ...offers,
      current: offers.current && presentOffer(offers.current, timeZone),
      history: offers.history.map((offer) => presentOffer(offer, timeZone)),
    },
    assignees,
    viewerId,
    now: now.getTime(),
  };
}
export type RequestDetailData = NonNullable<Awaited<ReturnType<typeof loadRequestDetail>>>;
