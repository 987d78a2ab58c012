import { formatPastDay, type Moment, toMoment } from "#app/lib/format-time.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import type { RequestStatus } from "../inbox/schema.ts";
import { findMergeLoss } from "./check-merge.ts";
import type {
  listPersonConsents,
  listPersonMessages,
  listPersonQuizResults,
  listPersonRequests,
} from "./person.sql.ts";

const SHOWN_LETTERS = 120;

/** A call with the person, as the feature of calls tells it. */
export type PersonCall = {
  id: string;
  at: Date;
  connected: boolean;
  /** Where the call came from, in words. */
  label: string;
};
type Rows<Statement extends { rows: (...args: never[]) => Promise<unknown[]> }> = Awaited<
  ReturnType<Statement["rows"]>
>;
export type PersonRows = {
  requests: Rows<typeof listPersonRequests>;
  calls: readonly PersonCall[];
  messages: Rows<typeof listPersonMessages>;
  quizResults: Rows<typeof listPersonQuizResults>;
  consents: Rows<typeof listPersonConsents>;
};
type RequestRow = PersonRows["requests"][number];

/** A request of the person; `day` such as "May 4". */
export type PersonRequest = { id: string; service: string; day: string };
type Entry = {
  /** No two entries have the same. */
  key: string;
  at: Moment;
};
/** `of`: the request that the entry is about; null for the open one. */
type AboutRequest = Entry & { requestId: string; of: PersonRequest | null };

export type RequestEntry = Entry &
  PersonRequest & {
    kind: "request";
    status: RequestStatus;
    /** The first words of the problem. */
    text: string;
    isOpenOne: boolean;
    /** Merged into the open request, also by way of another; `elsewhere`: into another one. */
    merged: "here" | "elsewhere" | null;
    /** It was merged into the open request itself. */
    canUndo: boolean;
    canMerge: boolean;
  };
export type PersonEntry =
  | RequestEntry
  | (Entry & { kind: "call"; label: string; isConnected: boolean })
  | (AboutRequest & { kind: "message"; author: string; text: string })
  | (AboutRequest & { kind: "quiz"; title: string; cause: string | null; isDanger: boolean })
  | (AboutRequest & { kind: "consent"; title: string; textVersion: number | null });

export type Clock = { timeZone: string; now: Date };

export const describeRequest = (
  { id, serviceType, createdAt }: Pick<RequestRow, "id" | "serviceType" | "createdAt">,
  clock: Clock,
): PersonRequest => ({ id, service: serviceType, day: formatPastDay(createdAt, clock) });

/** One list of everything from a person, the newest first. */
export function buildEntries(
  rows: PersonRows,
  { openId, ...clock }: Clock & { openId: string },
): PersonEntry[] {
  const at = (date: Date) => toMoment(date, clock.timeZone);
  const about = (id: string) => {
    const request = id === openId ? undefined : rows.requests.find((row) => row.id === id);
    return { requestId: id, of: request ? describeRequest(request, clock) : null };
  };
  const entries: PersonEntry[] = [
    ...rows.requests.map((row) => ({
      ...describeRequest(row, clock),
      ...describeMerge(row, { openId, requests: rows.requests }),
      kind: "request" as const,
      key: row.id,
      at: at(row.createdAt),
      status: row.status,
      text: truncateAtWord(row.text ?? "", SHOWN_LETTERS),
      isOpenOne: row.id === openId,
    })),
    ...rows.calls.map((call) => ({
      kind: "call" as const,
      key: call.id,
      at: at(call.at),
      label: call.label,
      isConnected: call.connected,
    })),
    ...rows.messages.map((row) => ({
      ...about(row.requestId),
      kind: "message" as const,
      key: row.id,
      at: at(row.createdAt),
      author: formatAuthor(row),
      text: truncateAtWord(row.text, SHOWN_LETTERS),
    })),
    ...rows.quizResults.map((row) => ({
      ...about(row.requestId),
      kind: "quiz" as const,
      key: `quiz ${row.requestId}`,
      at: at(row.createdAt),
      title: row.title,
      cause: row.diagnosis,
      isDanger: row.layer === "danger",
    })),
    ...rows.consents.map((row) => ({
      ...about(row.requestId),
      kind: "consent" as const,
      key: row.id,
      at: at(row.createdAt),
      title: formatConsent(row),
      textVersion: row.textVersion,
    })),
  ];
  return entries.sort((a, b) => b.at.ms - a.at.ms);
}

const formatAuthor = ({ author, member, company }: PersonRows["messages"][number]): string =>
  ({
    customer: "The customer",
    staff: member ?? "Former staff",
    provider: company ?? "The provider",
    unknown: "Somebody with an address we don't have on file",
  })[author];

const formatConsent = ({ kind, status, company }: PersonRows["consents"][number]): string =>
  status === "captured"
    ? {
        request: "Consent with the request",
        named: `Yes to ${company ?? "a company"}`,
        phone: "Consent for another phone number",
      }[kind]
    : "No consent was captured with the request";

type MergeView = { openId: string; requests: readonly RequestRow[] };

/** How a request and the open one stand to each other. */
function describeMerge(row: RequestRow, view: MergeView) {
  const { openId, requests } = view;
  const open = requests.find(({ id }) => id === openId);
  const merged = !row.mergedIntoId
    ? null
    : isMergedInto(row, view)
      ? ("here" as const)
      : ("elsewhere" as const);
  return {
    merged,
    canUndo: row.mergedIntoId === openId,
    // Staff read of other obstacles when they try: these say which way works.
    canMerge:
      row.id !== openId &&
      !row.mergedIntoId &&
      open !== undefined &&
      !open.mergedIntoId &&
      findMergeLoss(row, open) !== "target-closed",
  };
}

function isMergedInto({ mergedIntoId }: RequestRow, view: MergeView): boolean {
  if (!mergedIntoId || mergedIntoId === view.openId) return mergedIntoId === view.openId;
  const parent = view.requests.find(({ id }) => id === mergedIntoId);
  return parent ? isMergedInto(parent, view) : false;
}
