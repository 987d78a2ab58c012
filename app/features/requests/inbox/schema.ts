import { z } from "zod";
import { NO_CAUSE, OTHER_CAUSE } from "#app/features/quizzes/learning/schema.ts";
import { buildFilterQuery } from "#app/lib/build-filter-query.ts";
import { cursorSchema } from "#app/lib/cursor.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { shownAssigneeSchema } from "../assignments/schema.ts";
import { outcomeSchema } from "../outcomes/schema.ts";
import { GROUP_LABELS, GROUPS } from "./groups.ts";

/** Forms and URLs of the request list, with their labels and limits. */

export const STATUSES = ["new", "contacted", "closed"] as const;
export type RequestStatus = (typeof STATUSES)[number];
export const STATUS_LABELS: Record<RequestStatus, string> = {
  new: "New",
  contacted: "Contacted",
  closed: "Closed",
};

const FLAG_LABELS: Record<string, string> = {
  honeypot: "Hidden field filled",
  "too-fast": "Filled too fast",
  velocity: "Many from one address",
  duplicate: "Likely duplicate",
};
export const getFlagLabel = (flag: string) => FLAG_LABELS[flag] ?? flag;

const SYNC_LABELS = {
  waiting: "Waiting for delivery",
  held: "Held: suspected spam",
  delivered: "Synced with the CRM",
  dead: "Not delivered",
} as const;
type Synced = { sync: keyof typeof SYNC_LABELS | null; ghlContactId: string | null };
/**
 * Label of a request's delivery state. A request from before the outbox existed has no state, but
 * may have a CRM contact.
 */
export const getSyncLabel = ({ sync, ghlContactId }: Synced) =>
  sync ? SYNC_LABELS[sync] : ghlContactId ? SYNC_LABELS.delivered : "Not queued";

/** The views of the list, in the order in which they are offered; the first is the default. */
export const VIEWS = ["inbox", ...GROUPS, "mine", "messages", "snoozed", "flagged", "all"] as const;
/** Views that only the dashboard links to: what the sentence of the queue counts. */
export const CALL_VIEWS = ["to-call", "to-retry"] as const;
export type View = (typeof VIEWS | typeof CALL_VIEWS)[number];
export const VIEW_LABELS: Record<View, string> = {
  inbox: "Inbox",
  ...GROUP_LABELS,
  mine: "Assigned to me",
  messages: "New messages",
  snoozed: "Snoozed",
  flagged: "Flagged",
  all: "All requests",
  "to-call": "New, to call",
  "to-retry": "To try again",
};

export const LIST_PATH = "/backyard/service-requests";
export const PAGE_SIZE = 50;
/** Added to a search by Enter: if it finds one request, that opens at once. */
export const OPEN_SINGLE = { open: "single" } as const;
export const EXPORT_MAX_ROWS = 50_000;
export const NOTE_LENGTH = 4_000;
export const STATUS_FAILED = "Failed to update request status";
const SEARCH_LENGTH = 100;

/**
 * The query string of the list; invalid values are ignored. `after` is the cursor of the rows below,
 * `before` that of the rows above.
 */
const filtersSchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_LENGTH))
    .catch(""),
  status: z.enum(["all", ...STATUSES]).catch("all"),
  view: z.enum([...VIEWS, ...CALL_VIEWS]).catch("inbox"),
  after: cursorSchema,
  before: cursorSchema,
});
export type ListFilters = z.infer<typeof filtersSchema>;

export const parseFilters = (params: URLSearchParams): ListFilters =>
  filtersSchema.parse(Object.fromEntries(params));

/** The query string of a list without filters at their default, and without a cursor. */
export const buildListQuery = ({
  q,
  status,
  view,
}: Partial<Pick<ListFilters, "q" | "status" | "view">>): string =>
  buildFilterQuery({ q, status, view }, { view: "inbox" });

const jsonText = z.string().transform(parseJson);

/** With `outcome`: how a request ended that is closed. */
export const statusChangesSchema = z
  .array(z.object({ id: z.uuid(), status: z.enum(STATUSES), outcome: outcomeSchema.optional() }))
  .min(1)
  .max(2 * PAGE_SIZE);
export type StatusChange = z.infer<typeof statusChangesSchema>[number];

/** The forms of the inbox, by intent. */
export const requestFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("status"), changes: jsonText.pipe(statusChangesSchema) }),
  z.object({
    intent: z.literal("assign"),
    id: z.uuid(),
    assigneeId: z.union([z.literal("").transform(() => null), z.uuid()]),
    from: shownAssigneeSchema,
  }),
  z.object({
    intent: z.literal("note"),
    id: z.uuid(),
    /** Chosen by the sender, so that a note that is sent twice is stored once. */
    noteId: z.uuid().optional(),
    text: z.string().trim().min(1, { error: "Write something first." }).max(NOTE_LENGTH),
  }),
  z.object({ intent: z.literal("send"), id: z.uuid() }),
  z.object({
    intent: z.literal("cause"),
    id: z.uuid(),
    cause: z.union([z.literal(NO_CAUSE), z.literal(OTHER_CAUSE), z.uuid()]),
  }),
]);

/** Counts of all requests, and when they were counted. */
export type RequestCounts = {
  total: number;
  new: number;
  today: number;
  synced: number;
  at: Date;
};

export type StatusChanged = { id: string; from: RequestStatus; to: RequestStatus };

/** The result of a form of the inbox. */
export type RequestFormResult =
  /** `at`: when it was stored, ms since 1970 on the server's clock. */
  | {
      ok: true;
      intent: "status";
      at: number;
      changed: StatusChanged[];
      /** How many offers ended because their request was closed. */
      endedOffers: number;
      counts: RequestCounts | null;
    }
  | { ok: true; intent: "assign" | "note" | "send" | "cause" }
  | { ok: false; intent: string; reason: string; message?: string };
