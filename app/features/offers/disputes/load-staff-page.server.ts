import type { AppContext } from "#app/app-context.ts";
import { type Cursor, cursorSchema, formatCursor } from "#app/lib/cursor.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { formatCredits, formatInstant, formatMoney } from "#app/lib/format-values.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { JOB_STAGE_LABELS, NOT_HIRED_REASONS } from "../portal/job-stages.ts";
import { formatSlot } from "../visits/slots.ts";
import { DECIDED_BY_FACTS, describeClaim } from "./constants.ts";
import { countOpenDisputes } from "./queries.server.ts";
import { listDecidedDisputes, listOpenDisputes } from "./queries.sql.ts";

const PAGE_SIZE = 25;

type StaffRow = Awaited<ReturnType<typeof listOpenDisputes.rows>>[number];
type JobRow = Pick<StaffRow, "stage" | "stageAt" | "notHiredReason">;
type VisitRow = Pick<StaffRow, "visitState" | "startsAt" | "endsAt" | "zip">;

function describeJob({ stage, stageAt, notHiredReason }: JobRow, timeZone: string): string {
  if (!stage) return "No status yet";
  const why = notHiredReason ? `: ${NOT_HIRED_REASONS[notHiredReason] ?? notHiredReason}` : "";
  const since = stageAt ? `, since ${formatInstant(stageAt, timeZone)}` : "";
  return `${JOB_STAGE_LABELS[stage]}${why}${since}`;
}

const VISIT_STATES = { held: "Picked, not booked", booked: "Booked", canceled: "Canceled" };

/** In the time zone of the job, as everywhere. */
function describeVisit({ visitState, startsAt, endsAt, zip }: VisitRow, timeZone: string): string {
  if (!visitState || !startsAt || !endsAt) return "None";
  const slot = formatSlot({ startsAt, endsAt }, findZipTimeZone(zip) ?? timeZone);
  return `${VISIT_STATES[visitState]}: ${slot}`;
}

const toStaffDispute = (row: StaffRow, timeZone: string) => {
  const { createdAt, dueAt, decidedAt, acceptedAt, decidedBy, claim, cost, paidAmount } = row;
  const { id, words, facts, decision, answer, requestId, providerId, company } = row;
  const { isRefunded, isErased, serviceType, city, zip, openedBy, decidedByName } = row;
  const format = (at: Date | null) => at && formatInstant(at, timeZone);
  return {
    ...{ id, words, facts, decision, answer, requestId, providerId, company },
    ...{ isRefunded, isErased, openedBy, decidedByName },
    claim: describeClaim(claim),
    job: [serviceType, [city, zip].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    cost: formatCredits(cost),
    opened: format(createdAt),
    accepted: format(acceptedAt),
    due: dueAt && { ms: dueAt.getTime(), exact: formatExactTime(dueAt, timeZone) },
    decided: format(decidedAt),
    isByFacts: decidedBy === DECIDED_BY_FACTS,
    stage: describeJob(row, timeZone),
    paid: paidAmount === null ? "Not reported" : formatMoney(paidAmount),
    visit: describeVisit(row, timeZone),
  };
};
export type StaffDispute = ReturnType<typeof toStaffDispute>;

/** A page of rows, of which one more was read. */
function toPage(rows: StaffRow[], getTime: (row: StaffRow) => Date | null, timeZone: string) {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  const at = last && getTime(last);
  return {
    disputes: shown.map((row) => toStaffDispute(row, timeZone)),
    next: last && at ? formatCursor({ at, id: last.id }) : null,
  };
}
export type DisputeList = ReturnType<typeof toPage>;

const toParams = (cursor?: Cursor) => ({
  limit: PAGE_SIZE + 1,
  cursorAt: cursor?.at ?? null,
  cursorId: cursor?.id ?? null,
});

/**
 * The disputes that wait, the one that is due first at the top, and the newest decided ones. A later
 * page of either has no rows of the other.
 */
export async function loadDisputesPage(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  query: URLSearchParams,
) {
  const after = cursorSchema.parse(query.get("after"));
  const before = after ? undefined : cursorSchema.parse(query.get("before"));
  const [{ timeZone }, waiting, open, decided] = await Promise.all([
    settings.get(),
    countOpenDisputes(db),
    before ? null : listOpenDisputes.rows(db, toParams(after)),
    after ? null : listDecidedDisputes.rows(db, toParams(before)),
  ]);
  return {
    waiting,
    open: open && toPage(open, ({ dueAt }) => dueAt, timeZone),
    decided: decided && toPage(decided, ({ decidedAt }) => decidedAt, timeZone),
    isFirst: !after && !before,
    loadedAt: now().getTime(),
  };
}
export type DisputesPageData = Awaited<ReturnType<typeof loadDisputesPage>>;
