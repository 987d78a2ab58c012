import { count, desc, eq, sql } from "drizzle-orm";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { reviews } from "#app/db/tables/reviews.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { type ProviderRating, toRating } from "./format-rating.ts";

/**
 * The rating of a provider from all of its reviews. A hidden one counts too: only its words are
 * hidden, so that hiding never improves a rating.
 */
export async function getProviderRating(
  db: Connection,
  providerId: string,
): Promise<ProviderRating> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${reviews.rating}), 0)::int`, count: count() })
    .from(reviews)
    .where(eq(reviews.providerId, providerId));
  return toRating(row ?? { sum: 0, count: 0 });
}

/** Reviews of a provider, the newest first. */
export const listReviews = (
  db: Connection,
  { providerId, limit }: { providerId: string; limit: number },
) =>
  db
    .select({
      id: reviews.id,
      requestId: reviews.requestId,
      rating: reviews.rating,
      words: reviews.words,
      createdAt: reviews.createdAt,
      hiddenAt: reviews.hiddenAt,
      hiddenReason: reviews.hiddenReason,
      /** Null where the review is not hidden, and for a former member of staff. */
      hiddenBy: staffUsers.name,
    })
    .from(reviews)
    .leftJoin(staffUsers, eq(staffUsers.id, reviews.hiddenBy))
    .where(eq(reviews.providerId, providerId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit);
