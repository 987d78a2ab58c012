import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { storeRequest as storeStatement } from "#app/features/requests/intake/submit-request.sql.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { contactKeys, storeRequest } from "#tests/factories.ts";
import type { Report } from "./report.ts";
import { formatPhone } from "./request-source.ts";
import { getDataDir } from "./site.ts";
import { median, percentile } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const ROUNDS = 12;
const ROUND_SECONDS = 2;
/** As many as the pool of the site has connections. */
const TASKS = 8;
const MOST = 1.05;
/** The kinds differ by less than the noise of one network round trip. */
const MOST_KEYS = 1.1;
const KEY_TRIES = 1_500;

/** The name under which connections plan the statement. */
const STATEMENT = "submit-request";
const PAGE_PARAMS = ["keyId", "keyHash", "mailId"];
const POSITIONS = PAGE_PARAMS.map((name) => Object.keys(storeStatement.params).indexOf(name));

/** The same statement without the key of the customer's page and without the receipt mail. */
function withoutPage(db: Database): Database {
  const client = {
    query: (config: pg.QueryConfig) =>
      db.$client.query(
        config.name === STATEMENT
          ? {
              ...config,
              values: config.values?.map((value, index) =>
                POSITIONS.includes(index) ? null : value,
              ),
            }
          : config,
      ),
  };
  return new Proxy(db, {
    get: (target, name) => (name === "$client" ? client : Reflect.get(target, name)),
  });
}

/**
 * Compares how long a quote request takes to store with and without its key and its receipt mail,
 * in turns, durable, and counts the statements of one request.
 */
export async function measureCustomerPage(workspace: Workspace): Promise<Report> {
  const { url, loginUrl, login } = await startEmbeddedPostgres({
    dataDir: getDataDir(workspace),
    explicit: true,
  });
  await migrateDatabase(url, { login, setPassword: true });
  const db = createDatabase({ url: loginUrl, max: TASKS, onError: () => {} });
  const texts = createConsentTexts(db, () => new Date());
  let serial = 0;
  const runRound = async (target: Database): Promise<number> => {
    const times: number[] = [];
    const end = performance.now() + ROUND_SECONDS * 1_000;
    const work = async () => {
      while (performance.now() < end) {
        serial += 1;
        const values = { phone: formatPhone(serial), email: `${serial}@example.com` };
        const started = performance.now();
        const address = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
        await storeRequest(target, { values, address, texts, key: randomUUID() });
        times.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: TASKS }, work));
    return percentile(times, 0.99);
  };
  const bare = withoutPage(db);
  await runRound(db);
  await runRound(bare);
  const [withPage, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    // Each comes first as often: the second of a pair finds a larger table.
    const pair = [
      { target: db, results: withPage },
      { target: bare, results: without },
    ];
    if (round % 2) pair.reverse();
    for (const { target, results } of pair) results.push(await runRound(target));
  }
  const statements = await countStatements(db, { texts });
  const keys = await measureKeys(db, { texts });
  await db.$client.end();
  const ratio = median(withPage) / median(without);
  const formatTimes = (times: number[]) =>
    `${median(times).toFixed(2)} ms  (rounds: ${times.map((ms) => ms.toFixed(1)).join("; ")})`;
  return {
    notes: [`fsync on, ${TASKS} at once, ${ROUNDS} rounds of ${ROUND_SECONDS} s each, in turns`],
    lines: [
      { what: "p99 with key and receipt", value: formatTimes(withPage) },
      { what: "p99 without", value: formatTimes(without) },
      {
        what: "ratio",
        value: ratio.toFixed(3),
        target: `≤ ${MOST}`,
        met: ratio <= MOST,
      },
      {
        what: "statements of one request",
        value: String(statements),
        target: "1",
        met: statements === 1,
      },
      {
        what: "a key that opens nothing, slowest kind against fastest",
        value: keys.ratio.toFixed(3),
        target: `≤ ${MOST_KEYS}`,
        met: keys.ratio <= MOST_KEYS,
      },
      { what: "  median of each kind", value: keys.text },
    ],
  };
}

/** How many statements storing one request sends to the database. */
async function countStatements(
  db: Database,
  { texts }: { texts: ReturnType<typeof createConsentTexts> },
): Promise<number> {
  let statements = 0;
  const client = {
    query: (config: never) => {
      statements += 1;
      return db.$client.query(config);
    },
  };
  const counted = new Proxy(db, {
    get: (target, name) => (name === "$client" ? client : Reflect.get(target, name)),
  });
  await storeRequest(counted, { texts, values: { phone: "(404) 555-0199" } });
  return statements;
}

/** How long keys take that open nothing: wrong, cut, revoked, and of an erased request, in turns. */
async function measureKeys(
  db: Database,
  { texts }: { texts: ReturnType<typeof createConsentTexts> },
): Promise<{ ratio: number; text: string }> {
  const now = new Date();
  const [erased, kept] = [
    await storeRequest(db, { texts, values: { phone: "(404) 555-0197" } }),
    await storeRequest(db, { texts, values: { phone: "(404) 555-0198" } }),
  ];
  if (!erased.ok || !kept.ok || !erased.key || !kept.key) throw new Error("no keys to measure");
  await db.$client.query("update request_keys set revoked_at = now() where request_id = $1", [
    kept.id,
  ]);
  await db.$client.query("update service_requests set body_hash = 'erased' where id = $1", [
    erased.id,
  ]);
  const kinds: Record<string, string> = {
    wrong: "x".repeat(kept.key.length),
    cut: kept.key.slice(1),
    revoked: kept.key,
    erased: erased.key,
  };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  for (let round = 0; round < KEY_TRIES; round++)
    for (const [kind, key] of Object.entries(kinds)) {
      const started = performance.now();
      const opened = await openRequestKey({ db, contactKeys }, { key, now });
      times.get(kind)?.push(performance.now() - started);
      if (opened) throw new Error(`a ${kind} key opened a request`);
    }
  const medians = [...times].map(([kind, list]) => ({ kind, ms: median(list) }));
  const all = medians.map(({ ms }) => ms);
  return {
    ratio: Math.max(...all) / Math.min(...all),
    text: medians.map(({ kind, ms }) => `${kind} ${ms.toFixed(3)} ms`).join("; "),
  };
}
