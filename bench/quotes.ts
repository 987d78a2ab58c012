import { createDatabase, type Database } from "#app/db/client.server.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { openBareDatabase, readStoredRequest, runDurableInserts } from "./durable-inserts.ts";
import { CONNECTIONS, startLoadGenerator } from "./loader.ts";
import { createQuoteSource } from "./quote-body.ts";
import { formatPercent, formatRounds, type Report } from "./report.ts";
import { getDataDir, startSite, waitUntilSettled } from "./site.ts";
import { median } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const ROUNDS = 3;
const ROUND_SECONDS = 4;
const WARM_SECONDS = 2;
const TARGET = 0.4;
/** More than any round sends. */
const SERIALS_PER_ROUND = 1_000_000;

/**
 * Compares quote requests over HTTP with bare transactions that insert the same three rows, both
 * durable, in one cluster.
 */
export async function measureQuotes(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  const loader = startLoadGenerator(workspace);
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const owner = createDatabase({ url, max: 1, onError: () => {} });
  await waitUntilSettled(site);
  let serials = 0;
  const reserveSerials = () => {
    serials += SERIALS_PER_ROUND;
    return serials;
  };
  const sendQuotes = async (seconds: number) => {
    const source = await createQuoteSource(site, reserveSerials());
    return (await loader.run({ port: site.port, connections: CONNECTIONS, seconds, source }))
      .perSecond;
  };
  await sendQuotes(WARM_SECONDS);
  const stored = await readStoredRequest(owner);
  const bare = await openBareDatabase({ db: owner, url, text: stored.text });
  const insert = (seconds: number) =>
    runDurableInserts(bare, { stored, tasks: CONNECTIONS, seconds, firstSerial: reserveSerials() });
  await insert(WARM_SECONDS);
  const [overHttp, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await waitUntilSealed(owner);
    overHttp.push(await sendQuotes(ROUND_SECONDS));
    await waitUntilSealed(owner);
    direct.push(await insert(ROUND_SECONDS));
  }
  const flagged = await countFlagged(owner);
  await Promise.all([bare.$client.end(), owner.$client.end(), loader.stop()]);
  await site.stop();
  if (flagged > 0)
    throw new Error(
      `${flagged} quotes met a rule on rates or duplicates; the results would not be comparable.`,
    );
  const ratio = median(overHttp) / median(direct);
  return {
    notes: [
      `fsync on, ${CONNECTIONS} at once, pools of 8 connections; load, site, and database share all cores`,
    ],
    lines: [
      { what: "ours (POST contact-sync)", value: formatRounds(overHttp) },
      { what: "bare transactions", value: formatRounds(direct) },
      {
        what: "ratio",
        value: formatPercent(ratio),
        target: `≥ ${formatPercent(TARGET)}`,
        met: ratio >= TARGET,
      },
    ],
  };
}

const QUIET_PAUSE_MS = 200;
const QUIET_TRIES = 50;

/**
 * Waits until the site has sealed the consent records of the last round, then flushes the rest to
 * disk.
 */
async function waitUntilSealed(owner: Database): Promise<void> {
  for (let attempt = 1; attempt <= QUIET_TRIES; attempt++) {
    const { rows } = await owner.$client.query(
      "select (select count(*) from consent_records) = (select count(*) from consent_chain) as sealed",
    );
    if (rows[0].sealed) break;
    await new Promise((resolve) => setTimeout(resolve, QUIET_PAUSE_MS));
  }
  await owner.$client.query("checkpoint");
}

async function countFlagged(owner: Database): Promise<number> {
  const { rows } = await owner.$client.query(
    "select count(*)::int as flagged from service_requests where cardinality(flags) > 0",
  );
  return rows[0].flagged;
}
