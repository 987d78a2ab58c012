import type { ActionContext } from "#app/db/action-context.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { callAttributions } from "#app/db/tables/calls.server.ts";
import { consentRecords } from "#app/db/tables/consent.server.ts";
import { contentVersions } from "#app/db/tables/content-editor.server.ts";
import { contactAttempts, requestOutcomes } from "#app/db/tables/inbox.server.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { bids, bidUnlocks, homeowners, jobs, offers } from "#app/db/tables/offers.server.ts";
import {
  providerSettings,
  providers,
  verificationEvidence,
} from "#app/db/tables/providers.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { requestTouches } from "#app/db/tables/sources.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { postEntries } from "#app/features/billing/ledger.server.ts";
import type { ConsentText } from "#app/features/consent/texts.server.ts";
import { assignStaff } from "./assign-staff.ts";
import { buildArticles } from "./build-articles.server.ts";
import { buildConsentRecord } from "./build-consent-record.ts";
import { buildWork } from "./build-request-work.server.ts";
import { addDemoCounts } from "./demo-counts.server.ts";
import { generateCalls, generateFunnelCounts } from "./generate-activity.ts";
import { generateCreditEntries } from "./generate-credits.ts";
import { type DemoMarket, generateProviders } from "./generate-providers.ts";
import { createQuizTally, generateQuizCounts, type QuizTally } from "./generate-quiz-counts.ts";
import { type DemoRequest, type DemoService, generateRequests } from "./generate-requests.ts";
import { createTouchGenerator, generateSourceVisits } from "./generate-sources.ts";
import { BATCH_SIZE, insertAll, insertRows } from "./insert-rows.server.ts";
import { listArticleSlugs, listAssignableStaff } from "./queries.sql.ts";
import type { DemoContent } from "./read-demo-content.server.ts";
import { type DemoQuiz, readDemoQuizzes } from "./read-quizzes.server.ts";
import { createSeededRandom } from "./seeded-random.ts";
import type { DemoWork } from "./work-rows.ts";

/**
 * Only this many of the latest requests have offers, jobs, notes, a timeline and a consent record:
 * they are the ones that people open.
 */
const RECENT_REQUESTS = 5_000;

export type DemoOptions = {
  requests: number;
  seed: number;
  services: readonly DemoService[];
  onProgress?: (done: number) => void;
};

type InsertOptions = DemoOptions & {
  content: DemoContent;
  consentText: ConsentText | null;
  timeZone: string;
};

/** Inserts all demo rows. @returns how many of each table */
export async function insertDemo(
  tx: Transaction,
  { actor, now }: Omit<ActionContext, "db">,
  options: InsertOptions,
): Promise<Record<string, number>> {
  const { seed, services, content, timeZone } = options;
  const market = generateProviders({ seed, now, services });
  const quizzes = await readDemoQuizzes(tx);
  const tally = createQuizTally(timeZone);
  const generateTouch = createTouchGenerator(seed);
  const recent = await insertOlderRequests(tx, { ...options, now, quizzes, tally, generateTouch });
  const { jobValues } = content;
  const random = (stream: string) => createSeededRandom(seed, stream);
  const work = buildWork({ random: random("work"), requests: recent, market, jobValues, now });
  const staff = await listAssignableStaff.rows(tx, {});
  assignStaff({ random: random("staff"), requests: recent, work, staff, now });
  const slugs = await listArticleSlugs.rows(tx, {});
  const articles = buildArticles({
    seed,
    now,
    contents: content.articles,
    usedSlugs: new Set(slugs.map(({ slug }) => slug)),
  });
  const inserted = {
    service_requests: await insertAll(tx, serviceRequests, recent),
    request_touches: await insertAll(
      tx,
      requestTouches,
      recent.map((request) => generateTouch(request, { isDetailed: true })),
    ),
    ...(await insertMarket(tx, market, work)),
    ...(await insertWork(tx, work)),
    call_attributions: await insertAll(tx, callAttributions, generateCalls({ seed, now })),
    advertorial_content: await insertAll(tx, advertorialContent, articles.articles),
    content_versions: await insertAll(tx, contentVersions, articles.versions),
    consent_records: await insertAll(tx, consentRecords, buildConsentRecords(options, recent)),
  };
  const entries = generateCreditEntries({
    random: random("credits"),
    providers: market.providers,
    work,
    now,
  });
  await postEntries(tx, { entries, actor, note: "demo" });
  const funnelCounts = generateFunnelCounts({ seed, now, requests: options.requests });
  await addDemoCounts(tx, { kind: "funnel", rows: funnelCounts, now });
  await addDemoCounts(tx, { kind: "sources", rows: generateSourceVisits(funnelCounts), now });
  const quizCounts = generateQuizCounts({ seed, now, timeZone, quizzes, tally });
  await addDemoCounts(tx, { kind: "content", rows: quizCounts, now });
  return { ...inserted, service_requests: options.requests, funnel_counts: funnelCounts.length };
}

async function insertMarket(tx: Transaction, market: DemoMarket, work: DemoWork) {
  const rated = market.providers.map((provider) => {
    const completed = countCompleted(work, provider.id);
    return {
      ...provider,
      jobs_completed: completed,
      reputation: completed > 0 ? provider.reputation : null,
    };
  });
  return {
    providers: await insertAll(tx, providers, rated),
    payments_subscriptions: await insertAll(tx, paymentsSubscriptions, market.subscriptions),
    provider_settings: await insertAll(tx, providerSettings, market.settings),
    verification_evidence: await insertAll(tx, verificationEvidence, market.evidence),
  };
}

const insertWork = async (tx: Transaction, work: DemoWork) => ({
  homeowners: await insertAll(tx, homeowners, work.homeowners),
  jobs: await insertAll(tx, jobs, work.jobs),
  bids: await insertAll(tx, bids, work.bids),
  bid_unlocks: await insertAll(tx, bidUnlocks, work.unlocks),
  offers: await insertAll(tx, offers, work.offers),
  request_events: await insertAll(tx, requestEvents, work.events),
  contact_attempts: await insertAll(tx, contactAttempts, work.attempts),
  request_outcomes: await insertAll(tx, requestOutcomes, work.outcomes),
  request_notes: await insertAll(tx, requestNotes, work.notes),
  notifications: await insertAll(tx, notifications, work.notifications),
});

const countCompleted = ({ jobs: all }: DemoWork, providerId: string) =>
  all.filter((job) => job.provider_id === providerId && job.status === "completed").length;

function buildConsentRecords(
  { seed, consentText: text }: InsertOptions,
  requests: readonly DemoRequest[],
) {
  const random = createSeededRandom(seed, "consent");
  return text ? requests.map((request) => buildConsentRecord(random, { request, text })) : [];
}

/**
 * Stores all but the latest requests. @returns the latest, which are not stored yet
 */
async function insertOlderRequests(
  tx: Transaction,
  options: DemoOptions & {
    now: Date;
    quizzes: DemoQuiz[];
    tally: QuizTally;
    generateTouch: ReturnType<typeof createTouchGenerator>;
  },
): Promise<DemoRequest[]> {
  const { requests: count, seed, now, services, onProgress, quizzes, tally } = options;
  const insertBatch = async (requests: DemoRequest[]) => {
    await insertRows(tx, serviceRequests, requests);
    const touches = requests.map((request) => options.generateTouch(request));
    await insertRows(tx, requestTouches, touches);
  };
  let done = 0;
  let batch: DemoRequest[] = [];
  for (const request of generateRequests({ count, seed, now, services, quizzes })) {
    tally.add(request);
    batch.push(request);
    if (batch.length < BATCH_SIZE + RECENT_REQUESTS) continue;
    await insertBatch(batch.slice(0, BATCH_SIZE));
    batch = batch.slice(BATCH_SIZE);
    done += BATCH_SIZE;
    onProgress?.(done);
  }
  const older = batch.slice(0, Math.max(0, batch.length - RECENT_REQUESTS));
  await insertBatch(older);
  return batch.slice(older.length);
}
