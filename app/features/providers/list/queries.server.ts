import { and, count, desc, eq, gte, inArray, like, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { jobs } from "#app/db/tables/offers.server.ts";
import { providers, verificationEvidence } from "#app/db/tables/providers.server.ts";
import { reviews } from "#app/db/tables/reviews.server.ts";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { splitSearchWords } from "#app/lib/search-words.ts";
import { PAGE_SIZE } from "../constants.ts";
import type { ProviderCounts } from "../schema.ts";
import type { Evidence } from "../verification/classify-evidence.ts";
import { countAll } from "./queries.sql.ts";
import type { ListFilters } from "./read-filters.ts";

/** Shorter words have no trigram: a search of such words alone covers the newest rows only. */
const TRIGRAM_LETTERS = 3;
const SHORT_SEARCH_ROWS = 10_000;

export type ProviderRow = Awaited<ReturnType<typeof readProviders>>[number];

/** Matches the index: with nulls in another position PostgreSQL would sort the whole table. */
const orderBy = (isBackward: boolean): SQL[] =>
  isBackward
    ? [sql`${providers.createdAt} asc nulls first`, sql`${providers.id} asc nulls first`]
    : [sql`${providers.createdAt} desc nulls last`, sql`${providers.id} desc nulls last`];

const formatRowCursor = ({ createdAt, id }: ProviderRow) => formatCursor({ at: createdAt, id });

const rowPosition = sql`(${providers.createdAt}, ${providers.id})`;
const cursorPosition = ({ at, id }: Cursor) => sql`(${at}::timestamptz, ${id}::uuid)`;

/** The filters of the list, and the rows on the requested side of a cursor. */
function listConditions(db: Database, { q, status, after, before }: ListFilters) {
  const start = before
    ? sql`${rowPosition} > ${cursorPosition(before)}`
    : after && sql`${rowPosition} < ${cursorPosition(after)}`;
  const words = splitSearchWords(q);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const conditions = [
    start,
    status === "all" ? undefined : eq(providers.verificationStatus, status),
  ];
  if (words.some((word) => word.length >= TRIGRAM_LETTERS))
    conditions.push(...patterns.map((pattern) => like(providers.searchText, pattern)));
  else if (words.length > 0) {
    const recent = db
      .select({ id: providers.id, searchText: providers.searchText })
      .from(providers)
      .where(start)
      .orderBy(...orderBy(before !== undefined))
      .limit(SHORT_SEARCH_ROWS)
      .as("recent");
    const found = patterns.map((pattern) => like(recent.searchText, pattern));
    conditions.push(
      inArray(
        providers.id,
        db
          .select({ id: recent.id })
          .from(recent)
          .where(and(...found)),
      ),
    );
  }
  return and(...conditions);
}

const { check, validUntil } = verificationEvidence;
const EVIDENCE_LIST = sql<
  Evidence[]
>`coalesce(json_agg(json_build_object('check', ${check}, 'validUntil', ${validUntil})), '[]')`;

/** Selects the page first, so that details such as jobs are read only for its rows. */
function readProviders(
  db: Database,
  { filters, limit, now }: { filters: ListFilters; limit: number; now: Date },
) {
  const isBackward = filters.before !== undefined;
  const page = db
    .select()
    .from(providers)
    .where(listConditions(db, filters))
    .orderBy(...orderBy(isBackward))
    .limit(limit)
    .as("page");
  const recentJobs = db
    .select({ count: count().as("count") })
    .from(jobs)
    .where(
      and(
        eq(jobs.providerId, page.id),
        gte(jobs.createdAt, sql`${now}::timestamptz - interval '7 days'`),
      ),
    )
    .as("recent_jobs");
  const evidence = db
    .select({ list: EVIDENCE_LIST.as("list") })
    .from(verificationEvidence)
    .where(eq(verificationEvidence.providerId, page.id))
    .as("evidence");
  const received = db
    .select({ reviews: count().as("reviews") })
    .from(reviews)
    .where(eq(reviews.providerId, page.id))
    .as("received");
  return db
    .select({
      id: page.id,
      companyName: page.companyName,
      contactName: page.contactName,
      categories: page.serviceCategories,
      phone: page.phone,
      zips: sql<number>`cardinality(${page.serviceAreaZips})`,
      city: page.businessCity,
      state: page.businessState,
      status: page.verificationStatus,
      verifiedUntil: page.verifiedUntil,
      proposedStatus: page.proposedStatus,
      credits: page.credits,
      reputation: page.reputation,
      reviews: received.reviews,
      jobsCompleted: page.jobsCompleted,
      isDemo: page.isDemo,
      createdAt: page.createdAt,
      subscription: paymentsSubscriptions.status,
      tier: paymentsSubscriptions.packageTier,
      jobsThisWeek: recentJobs.count,
      evidence: evidence.list,
    })
    .from(page)
    .leftJoin(paymentsSubscriptions, eq(paymentsSubscriptions.providerId, page.id))
    .crossJoinLateral(recentJobs)
    .crossJoinLateral(evidence)
    .crossJoinLateral(received)
    .orderBy(...(isBackward ? [page.createdAt, page.id] : [desc(page.createdAt), desc(page.id)]));
}

export type ProviderPage = { rows: ProviderRow[]; older: string | null; newer: string | null };

/** One page of the list, newest first, with the cursors of the pages before and after it. */
export async function listProviders(
  db: Database,
  { filters, now }: { filters: ListFilters; now: Date },
): Promise<ProviderPage> {
  const found = await readProviders(db, { filters, limit: PAGE_SIZE + 1, now });
  const hasMore = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (filters.before) {
    // Fewer rows than a page are left: show the whole first page.
    if (!hasMore)
      return listProviders(db, {
        filters: { ...filters, before: undefined, after: undefined },
        now,
      });
    rows.reverse();
  }
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last && (filters.before || hasMore) ? formatRowCursor(last) : null,
    newer: first && (filters.before ? hasMore : filters.after) ? formatRowCursor(first) : null,
  };
}

/** Counts over all providers. */
export async function countProviders(db: Database): Promise<ProviderCounts> {
  const counts = await countAll.first(db, {});
  return counts ?? { total: 0, verified: 0, activeSubscriptions: 0, pending: 0 };
}
