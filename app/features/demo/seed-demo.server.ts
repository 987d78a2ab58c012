import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { postMany } from "#app/features/billing/ledger.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { type ConsentText, createConsentTexts } from "#app/features/consent/texts.server.ts";
import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { assignStaff, type DemoStaff } from "./assign-staff.ts";
import { clearDemo } from "./clear-demo.server.ts";
import { insertRows, type Row } from "./insert-rows.server.ts";
import { makeCalls, makeFunnelCounts } from "./make-activity.ts";
import { makeArticles } from "./make-articles.server.ts";
import { makeConsentRow } from "./make-consent.ts";
import { makeCredits } from "./make-credits.ts";
import { makeProviders } from "./make-providers.ts";
import { createQuizTally, makeQuizCounts, type QuizTally } from "./make-quiz-counts.ts";
import { makeRandom } from "./make-random.ts";
import { type DemoRequest, type DemoService, makeRequests } from "./make-requests.ts";
import { makeWork } from "./make-work.server.ts";
import { type DemoContent, readDemoContent } from "./read-demo-content.server.ts";
import { type DemoQuiz, readDemoQuizzes } from "./read-quizzes.server.ts";
import { addCounts } from "./remember-counts.server.ts";
import type { DemoWork } from "./work-rows.ts";

const ROWS_AT_ONCE = 2_500;
/**
 * Only the latest requests have offers, jobs, notes, a timeline and a consent record: they are what
 * people open.
 */
const WITH_WORK = 5_000;

export type SeedOptions = {
  requests: number;
  seed: number;
  now: Date;
  services: readonly DemoService[];
  force?: boolean;
  onProgress?: (done: number) => void;
};
export type SeedResult =
  | { ok: true; rows: Record<string, number> }
  | { ok: false; reason: "real-requests" };

/**
 * Fills the database with a year of demo data in one transaction; rows of an earlier run go first.
 * Demo requests have no delivery order, so that no worker ever sees them. Their consent records are
 * marked, and stay for good as all do: where requests of real people stand, none is written, and
 * the proof of real consent stays free of the demo.
 */
export async function seedDemo(db: Database, options: SeedOptions): Promise<SeedResult> {
  const { seed, now } = options;
  // What a new site begins with; the demo's requests come from these quizzes, or from what staff
  // made of them.
  await insertSeedQuizzes({ db, now });
  const settings = await getSiteSettings(db);
  const { id } = await createConsentTexts(db, () => now).current(settings);
  const text = await createConsentTexts(db, () => now).find(id);
  const content = await readDemoContent(options.services);
  const result = await inTransaction(db.$client, async (tx): Promise<SeedResult> => {
    await tx.query(
      "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0",
    );
    const { rows: real } = await tx.query(
      "select 1 from service_requests where not is_demo limit 1",
    );
    if (real.length > 0 && !options.force) return { ok: false, reason: "real-requests" };
    await clearDemo(tx, { now });
    const rows = await insertDemo(tx, {
      ...options,
      content,
      consentText: real.length > 0 ? null : text,
      timeZone: settings.timeZone,
    });
    await writeAudit(tx, {
      actor: "command-line",
      action: "seed-demo",
      entity: "database",
      changes: { seed, rows },
      now,
    });
    return { ok: true, rows };
  });
  if (result.ok) await sealConsentRecords(db, { now, sweep: true });
  return result;
}

type InsertOptions = SeedOptions & {
  content: DemoContent;
  consentText: ConsentText | null;
  timeZone: string;
};

async function insertDemo(
  tx: pg.PoolClient,
  options: InsertOptions,
): Promise<Record<string, number>> {
  const { seed, now, services, content, timeZone } = options;
  const market = makeProviders({ seed, now, services });
  const quizzes = await readDemoQuizzes(tx);
  const tally = createQuizTally(timeZone);
  const recent = await insertOlderRequests(tx, { ...options, quizzes, tally });
  const work = makeWork({
    random: makeRandom(seed, "work"),
    requests: recent,
    market,
    jobValues: content.jobValues,
    now,
  });
  assignStaff({
    random: makeRandom(seed, "staff"),
    requests: recent,
    work,
    staff: await listStaff(tx),
    now,
  });
  const { articles, versions } = makeArticles({
    seed,
    now,
    contents: content.articles,
    taken: await listSlugs(tx),
  });
  const tables: Record<string, Row[]> = {
    service_requests: recent,
    providers: market.providers.map((provider) => {
      const completed = countCompleted(work, provider.id);
      return {
        ...provider,
        jobs_completed: completed,
        reputation: completed > 0 ? provider.reputation : null,
      };
    }),
    payments_subscriptions: market.subscriptions,
    provider_settings: market.settings,
    verification_evidence: market.evidence,
    homeowners: work.homeowners,
    jobs: work.jobs,
    bids: work.bids,
    bid_unlocks: work.unlocks,
    offers: work.offers,
    request_events: work.events,
    request_notes: work.notes,
    notifications: work.notifications,
    call_attributions: makeCalls({ seed, now }),
    advertorial_content: articles,
    content_versions: versions,
    consent_records: makeConsentRows(options, recent),
  };
  for (const [table, rows] of Object.entries(tables))
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await insertRows(tx, table, rows.slice(at, at + ROWS_AT_ONCE));
  await postMany(tx, {
    entries: makeCredits({
      random: makeRandom(seed, "credits"),
      providers: market.providers,
      work,
      now,
    }),
    actor: "command-line",
    note: "demo",
  });
  const counts = makeFunnelCounts({ seed, now, requests: options.requests });
  await addCounts(tx, { kind: "funnel", rows: counts, now });
  await addCounts(tx, {
    kind: "content",
    rows: makeQuizCounts({ seed, now, timeZone, quizzes, tally }),
    now,
  });
  return {
    ...Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length])),
    service_requests: options.requests,
    funnel_counts: counts.length,
  };
}

const countCompleted = ({ jobs }: DemoWork, providerId: string) =>
  jobs.filter((job) => job.provider_id === providerId && job.status === "completed").length;

function makeConsentRows(
  { seed, consentText: text }: InsertOptions,
  requests: readonly DemoRequest[],
): Row[] {
  const random = makeRandom(seed, "consent");
  return text ? requests.map((request) => makeConsentRow(random, { request, text })) : [];
}

/** Those whom the portal lets take a request, the first one first. */
async function listStaff(tx: pg.PoolClient): Promise<DemoStaff[]> {
  const { rows } = await tx.query<DemoStaff>(
    `select a.user_id as id, coalesce(a.display_name, u.email) as name from admin_users a join staff_users u on u.id = a.user_id
     where a.is_active and a.role in ('staff', 'superadmin') order by a.created_at, a.user_id`,
  );
  return rows;
}

async function listSlugs(tx: pg.PoolClient): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ slug: string }>(
    "select slug from advertorial_content union select unnest(previous_slugs) from advertorial_content",
  );
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * After many new rows: the planner and the search index know them at once. Only the owner of the
 * tables may; others skip it.
 */
export async function refreshStatistics(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum (analyze) service_requests");
  } finally {
    // Its setting is not for others.
    client.release(true);
  }
}

/**
 * Stores all but the latest requests, however many these are. @returns the latest, which are not
 * stored yet
 */
async function insertOlderRequests(
  tx: pg.PoolClient,
  options: SeedOptions & { quizzes: DemoQuiz[]; tally: QuizTally },
): Promise<DemoRequest[]> {
  const { requests: count, seed, now, services, onProgress, quizzes, tally } = options;
  let done = 0;
  let batch: DemoRequest[] = [];
  for (const request of makeRequests({ count, seed, now, services, quizzes })) {
    tally.add(request);
    batch.push(request);
    if (batch.length < ROWS_AT_ONCE + WITH_WORK) continue;
    await insertRows(tx, "service_requests", batch.slice(0, ROWS_AT_ONCE));
    batch = batch.slice(ROWS_AT_ONCE);
    done += ROWS_AT_ONCE;
    onProgress?.(done);
  }
  const older = batch.slice(0, Math.max(0, batch.length - WITH_WORK));
  await insertRows(tx, "service_requests", older);
  return batch.slice(older.length);
}
