import { and, arrayContains, desc, eq, ilike, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import type { quizzes } from "#app/db/tables/quizzes.server.ts";
import type { ContentFilters } from "./editor-schema.ts";

/** The table of a kind of content, and its entity in the audit log. */
export type ContentTable = {
  table: typeof quizzes | typeof advertorialContent;
  entity: "quiz" | "advertorial";
};

/**
 * Condition: content that is not deleted and has this slug, now or formerly. Content that has it now
 * comes first in the order of `currentSlugFirst`.
 */
export const hasSlug = (table: ContentTable["table"], slug: string): SQL | undefined =>
  and(
    isNull(table.deletedAt),
    or(eq(table.slug, slug), arrayContains(table.previousSlugs, [slug])),
  );

export const currentSlugFirst = (table: ContentTable["table"], slug: string): SQL =>
  desc(eq(table.slug, slug));

/** Condition: content that is not deleted and fits the filters of its list. */
export function matchesFilters(
  table: ContentTable["table"],
  { q, status }: ContentFilters,
  searched: readonly PgColumn[],
): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    isNull(table.deletedAt),
    status === "all" ? undefined : eq(table.isActive, status === "active"),
    q === "" ? undefined : or(...searched.map((column) => ilike(column, pattern))),
  );
}

/** New value of `previousSlugs` for content that is saved with this slug. */
export const addFormerSlug = ({ slug, previousSlugs }: ContentTable["table"], next: string): SQL =>
  sql`case when ${slug} = ${next} then ${previousSlugs}
    else array_remove(${previousSlugs}, ${next}) || ${slug} end`;
