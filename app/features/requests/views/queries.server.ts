import { asc, desc, eq, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { savedViews } from "#app/db/tables/inbox.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { countFilters } from "../inbox/inbox.server.ts";
import { parseFilters } from "../inbox/schema.ts";
import { MEMBER_NAME } from "../staff-members.server.ts";
import { MAX_SAVED_VIEWS } from "./schema.ts";
import type { SearchCounts } from "./search-counts.server.ts";

/** Beyond this many shared views nobody finds theirs. */
const SHOWN_VIEWS = 2 * MAX_SAVED_VIEWS;

type ViewContext = { db: Database; searchCounts: SearchCounts };

/**
 * A person's own views and those that colleagues share, each with how many requests it has: a view with
 * search words as of its last count in the background, null before its first one.
 */
export async function listSavedViews(
  { db, searchCounts }: ViewContext,
  { userId, now }: { userId: string; now: Date },
) {
  const isOwn = sql<boolean>`${savedViews.ownerId} = ${userId}`;
  const views = await db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      query: savedViews.query,
      isShared: savedViews.isShared,
      isOwn,
      owner: MEMBER_NAME,
    })
    .from(savedViews)
    .innerJoin(staffUsers, eq(staffUsers.id, savedViews.ownerId))
    .innerJoin(adminUsers, eq(adminUsers.userId, savedViews.ownerId))
    .where(or(eq(savedViews.ownerId, userId), eq(savedViews.isShared, true)))
    .orderBy(desc(isOwn), asc(savedViews.name), asc(savedViews.id))
    .limit(SHOWN_VIEWS);
  const listed = views.map((view) => ({
    ...view,
    filters: parseFilters(new URLSearchParams(view.query)),
  }));
  const counted = listed.filter(({ filters }) => filters.q === "");
  const found = await countFilters(db, {
    filters: counted.map(({ filters }) => filters),
    userId,
    now,
  });
  const counts = new Map(counted.map(({ id }, index) => [id, found[index] ?? 0]));
  return listed.map(({ filters, ...view }) => ({
    ...view,
    count: filters.q === "" ? (counts.get(view.id) ?? 0) : searchCounts.get({ filters, userId }),
  }));
}
export type SavedView = Awaited<ReturnType<typeof listSavedViews>>[number];
