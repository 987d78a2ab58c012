import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { requestReference } from "./requests.server.ts";

/** Where the visitor of a request came from, as far as the browser told us. */
export const requestTouches = pgTable(
  "request_touches",
  {
    requestId: requestReference().primaryKey(),
    /** That of the request, so that reports read one index. */
    createdAt: instant("created_at").notNull(),
    /** The name for reports, such as "Google Ads"; stays when the request is erased. */
    source: text().notNull(),
    /** The first and the last arrival in the visitor's tab; null where there is nothing to store. */
    firstTouch: json<Record<string, string>>("first_touch"),
    lastTouch: json<Record<string, string>>("last_touch"),
  },
  (table) => [index("request_touches_created_at_source").on(table.createdAt, table.source)],
);
