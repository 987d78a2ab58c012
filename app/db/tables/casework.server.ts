import { bigint, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { serviceRequests } from "./requests.server.ts";

const ofRequest = () =>
  uuid("request_id")
    .notNull()
    .references(() => serviceRequests.id, { onDelete: "cascade" });

/** What staff write about a request, for each other. */
export const requestNotes = pgTable(
  "request_notes",
  {
    id: uuid().primaryKey(),
    requestId: ofRequest(),
    authorId: uuid("author_id"),
    text: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("request_notes_request_id").on(table.requestId, table.createdAt)],
);

/** The timeline of a request: every change staff made. */
export const requestEvents = pgTable(
  "request_events",
  {
    id: uuid().primaryKey(),
    requestId: ofRequest(),
    at: instant("at").notNull(),
    actorId: uuid("actor_id"),
    /** Such as "status", "assignee", "note", "released", "sent-again". */
    kind: text().notNull(),
    detail: json<Record<string, unknown>>("detail").notNull(),
  },
  (table) => [index("request_events_request_id").on(table.requestId, table.at)],
);

/** Anonymous counts of what visitors do, by day; no ids, no addresses. */
export const funnelCounts = pgTable(
  "funnel_counts",
  {
    day: date({ mode: "string" }).notNull(),
    name: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
);
