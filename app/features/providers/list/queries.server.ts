import type pg from "pg";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { searchWords } from "#app/lib/search-words.ts";
import { PAGE_SIZE, type ProviderStatus } from "../constants.ts";
import type { ProviderCounts } from "../schema.ts";
import type { Evidence } from "../verification/classify-evidence.ts";
import type { ListFilters } from "./read-filters.ts";

/** Words shorter than this have no trigram: alone they are looked for in the newest rows only. */
const TRIGRAM_LETTERS = 3;
const SHORT_SEARCH_ROWS = 10_000;
const WEEK = "interval '7 days'";

export type ProviderRow = {
  id: string;
  companyName: string;
  contactName: string;
  categories: string[];
  phone: string;
  zips: number;
  city: string | null;
  state: string | null;
  status: ProviderStatus;
  verifiedUntil: Date | null;
  proposedStatus: ProviderStatus | null;
  credits: number;
  reputation: number | null;
  jobsCompleted: number;
  isDemo: boolean;
  createdAt: Date;
  subscription: string | null;
  tier: string | null;
  jobsThisWeek: number;
  evidence: Evidence[];
};

type Condition = { text: string; values: unknown[] };

/** As the index has it: with other places for nulls PostgreSQL would sort the whole table. */
const orderOf = (backwards: boolean) =>
  backwards
    ? "created_at asc nulls first, id asc nulls first"
    : "created_at desc nulls last, id desc nulls last";

const cursorAt = ({ createdAt, id }: ProviderRow) => formatCursor({ at: createdAt, id });

/** Which rows a list shows, from a place on. */
function listConditions({ q, status, after, before }: ListFilters): Condition {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const parts: string[] = [];
  const from = (cursor: Cursor, sign: string) =>
    `(created_at, id) ${sign} (${put(cursor.at)}::timestamptz, ${put(cursor.id)}::uuid)`;
  if (before) parts.push(from(before, ">"));
  else if (after) parts.push(from(after, "<"));
  const start = parts[0] ?? "true";
  if (status !== "all") parts.push(`verification_status = ${put(status)}`);
  const words = searchWords(q);
  const patterns = words.map((word) => put(`%${word.replace(/[\\%_]/g, "\\$&")}%`));
  const contains = patterns.map((pattern) => `search_text like ${pattern}`);
  if (words.some((word) => word.length >= TRIGRAM_LETTERS)) parts.push(...contains);
  else if (words.length > 0) {
    const recent = `select id, search_text from providers where ${start} order by ${orderOf(before !== undefined)} limit ${SHORT_SEARCH_ROWS}`;
    parts.push(`id in (select id from (${recent}) recent where ${contains.join(" and ")})`);
  }
  return { text: parts.join(" and ") || "true", values };
}

/** What hangs on a row is looked up for the rows of the page alone. */
async function readProviders(
  pool: pg.Pool,
  { filters, limit, now }: { filters: ListFilters; limit: number; now: Date },
): Promise<ProviderRow[]> {
  const { text, values } = listConditions(filters);
  const backwards = filters.before !== undefined;
  const { rows } = await pool.query<ProviderRow>(
    `select p.id, p.company_name as "companyName", p.contact_name as "contactName", p.service_categories as categories, p.phone,
       cardinality(p.service_area_zips) as zips, p.business_city as city, p.business_state as state, p.verification_status as status,
       p.verified_until as "verifiedUntil", p.proposed_status as "proposedStatus", p.credits::float8 as credits, p.reputation::float8 as reputation,
       p.jobs_completed as "jobsCompleted", p.is_demo as "isDemo", p.created_at as "createdAt", s.status as subscription, s.package_tier as tier, j.count as "jobsThisWeek", e.evidence
     from (select * from providers where ${text} order by ${orderOf(backwards)} limit $${values.length + 1}) p
     left join payments_subscriptions s on s.provider_id = p.id
     cross join lateral (select count(*)::int as count from jobs where jobs.provider_id = p.id and jobs.created_at >= $${values.length + 2}::timestamptz - ${WEEK}) j
     cross join lateral (
       select coalesce(json_agg(json_build_object('check', v."check", 'validUntil', v.valid_until)), '[]') as evidence from verification_evidence v where v.provider_id = p.id
     ) e
     order by ${backwards ? "p.created_at, p.id" : "p.created_at desc, p.id desc"}`,
    [...values, limit, now],
  );
  return rows;
}

export type ProviderPage = { rows: ProviderRow[]; older: string | null; newer: string | null };

/** One page of the list, newest first, with the places of the pages beside it. */
export async function listProviders(
  pool: pg.Pool,
  { filters, now }: { filters: ListFilters; now: Date },
): Promise<ProviderPage> {
  const found = await readProviders(pool, { filters, limit: PAGE_SIZE + 1, now });
  const more = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (filters.before) {
    // The newest page is a full one.
    if (!more)
      return listProviders(pool, {
        filters: { ...filters, before: undefined, after: undefined },
        now,
      });
    rows.reverse();
  }
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last && (filters.before || more) ? cursorAt(last) : null,
    newer: first && (filters.before ? more : filters.after) ? cursorAt(first) : null,
  };
}

/** The figures over all providers. */
export async function countProviders(pool: pg.Pool): Promise<ProviderCounts> {
  const { rows } = await pool.query<ProviderCounts>({
    name: "count-providers",
    text: `select count(*)::int as total, count(*) filter (where verification_status = 'verified')::int as verified,
        count(*) filter (where verification_status = 'pending')::int as pending,
        (select count(*)::int from payments_subscriptions where status = 'active') as "activeSubscriptions"
      from providers`,
  });
  return rows[0] ?? { total: 0, verified: 0, activeSubscriptions: 0, pending: 0 };
}
