import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { offers } from "./offers.server.ts";
import { providers } from "./providers.server.ts";
import { serviceRequests } from "./requests.server.ts";

/** What customers say of providers, once a request is closed. Every one is shown unless hidden. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id, { onDelete: "cascade" }),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => providers.id, { onDelete: "cascade" }),
    rating: smallint().notNull(),
    words: text(),
    createdAt: instant("created_at").notNull(),
    hiddenAt: instant("hidden_at"),
    hiddenBy: uuid("hidden_by"),
    hiddenReason: text("hidden_reason", { enum: ["personal-data", "abuse"] }),
  },
  (table) => [
    uniqueIndex("reviews_request_id").on(table.requestId),
    index("reviews_provider_id").on(table.providerId, table.createdAt.desc()),
    check("reviews_rating", sql`${table.rating} between 1 and 5`),
    check(
      "reviews_hidden",
      sql`(hidden_at is null) = (hidden_reason is null) and hidden_reason in ('personal-data', 'abuse')`,
    ),
  ],
);
