import { and, inArray, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { splitSearchWords } from "#app/lib/search-words.ts";
import { OLDEST_FIRST } from "./groups.ts";
import type { ListFilters, View } from "./schema.ts";

/** Words with fewer letters cannot use the trigram index. */
const TRIGRAM_LETTERS = 3;
type Searched = Pick<ListFilters, "q" | "view">;
/** These views have an index of their few requests, in the opposite order of all the others. */
const isSmall = (view: View) => OLDEST_FIRST.includes(view);

/** How many rows are searched at a time if no word can use that index. */
export const SHORT_SEARCH_ROWS = 10_000;

const contains = (column: SQL, word: string) =>
  sql`${column} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
const canUseTrigrams = (word: string) => word.length >= TRIGRAM_LETTERS;
const hasTrigram = (words: string[]) => words.some(canUseTrigrams);
/** The index does not have this expression: the planner must not count on it to find short words. */
const UNINDEXED_TEXT = sql`(${table.searchText} || '')`;

/**
 * Whether a search has only short words in a view that may have all requests, so that it covers some
 * rows at a time.
 */
export function isSearchedInSteps({ q, view }: Searched): boolean {
  const words = splitSearchWords(q);
  return words.length > 0 && !hasTrigram(words) && !isSmall(view);
}

/**
 * SQL condition: the rows that contain every word of a search; undefined for an empty one.
 * @param options.start the condition of the rows from which a search in steps starts, in this order
 */
export function buildSearchCondition(
  filters: Searched,
  { start, order }: { start: SQL | undefined; order: SQL },
): SQL | undefined {
  const words = splitSearchWords(filters.q);
  if (words.length === 0) return undefined;
  if (!isSearchedInSteps(filters))
    return and(
      ...words.map((word) =>
        contains(canUseTrigrams(word) ? sql`${table.searchText}` : UNINDEXED_TEXT, word),
      ),
    );
  const build = new QueryBuilder();
  const recent = build
    .select({ id: table.id, searchText: table.searchText })
    .from(table)
    .where(start)
    .orderBy(order)
    .limit(SHORT_SEARCH_ROWS)
    .as("recent");
  const found = build
    .select({ id: recent.id })
    .from(recent)
    .where(and(...words.map((word) => contains(sql`${recent.searchText}`, word))));
  return inArray(table.id, found);
}
