import { bigint, date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

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

/** Anonymous counts of quizzes and articles, by business day. */
export const contentCounts = pgTable(
  "content_counts",
  {
    contentId: uuid("content_id").notNull(),
    day: date().notNull(),
    name: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day, table.name] })],
);

/** Anonymous counts of visits by source, by business day. */
export const sourceVisits = pgTable(
  "source_visits",
  {
    day: date().notNull(),
    source: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);
