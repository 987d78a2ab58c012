import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { deriveLogin, replaceLogin, trySignIn } from "#app/db/roles.server.ts";
import { formatPhone } from "./request-source.ts";

type Row = Record<string, unknown>;
type Statement = { name: string; text: string; columns: string[]; values: unknown[] };

/** The rows of one stored request, which every bare transaction inserts with other keys. */
type StoredRequest = { text: Row; request: Row; consent: Row; outboxRow: Row };

const POOL_SIZE = 8;

/** Rows of the latest request that has a consent text. */
export async function readStoredRequest(db: Database): Promise<StoredRequest> {
  const first = async (text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await db.$client.query<Row>(text, values);
    if (!rows[0]) throw new Error(`No row: ${text}`);
    return rows[0];
  };
  const consent = await first(
    "select * from consent_records where text_id is not null order by created_at desc limit 1",
  );
  return {
    consent,
    text: await first("select * from consent_texts where id = $1", [consent.text_id]),
    request: removeColumns(
      await first("select * from service_requests where id = $1", [consent.service_request_id]),
      await listGeneratedColumns(db, "service_requests"),
    ),
    outboxRow: await first("select * from crm_outbox where request_id = $1", [
      consent.service_request_id,
    ]),
  };
}

/** Columns that the database computes, which no insert may name. */
async function listGeneratedColumns(db: Database, table: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attgenerated <> ''",
    [table],
  );
  return rows.map(({ name }) => name);
}

const removeColumns = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));

/**
 * Opens a separate database in the same cluster, with the site's schema, so that no worker of the
 * site processes its rows.
 */
export async function openBareDatabase(options: {
  db: Database;
  /** Of the owner. */
  url: string;
  text: Row;
}): Promise<Database> {
  const name = "bare_inserts";
  await options.db.$client.query(`create database ${name}`);
  const url = new URL(options.url);
  url.pathname = `/${name}`;
  const login = deriveLogin(url.href);
  await migrateDatabase(url.href, { login, setPassword: true });
  const bareUrl = replaceLogin(url.href, login);
  await trySignIn(bareUrl);
  const bare = createDatabase({ url: bareUrl, max: POOL_SIZE, onError: () => {} });
  const insert = buildInsert("consent_texts", options.text);
  await bare.$client.query(insert.text, insert.values);
  return bare;
}

/**
 * Stores requests as bare durable transactions for some seconds, one after the other in each of
 * `tasks`.
 */
export async function runDurableInserts(
  bare: Database,
  options: { stored: StoredRequest; tasks: number; seconds: number; firstSerial: number },
): Promise<number> {
  const { stored, tasks, seconds } = options;
  const statements = [
    buildInsert("service_requests", stored.request),
    buildInsert("consent_records", stored.consent),
    buildInsert("crm_outbox", stored.outboxRow),
  ];
  let [serial, isStopped, count] = [options.firstSerial, false, 0];
  const work = async () => {
    while (!isStopped) {
      serial += 1;
      await storeRequest(bare.$client, statements, serial);
      if (!isStopped) count += 1;
    }
  };
  const started = performance.now();
  const workers = Array.from({ length: tasks }, work);
  const elapsed = await new Promise<number>((resolve, reject) => {
    setTimeout(() => {
      isStopped = true;
      resolve((performance.now() - started) / 1_000);
    }, seconds * 1_000);
    for (const worker of workers) worker.catch(reject);
  });
  await Promise.all(workers);
  return count / elapsed;
}

async function storeRequest(pool: pg.Pool, statements: Statement[], serial: number): Promise<void> {
  const requestId = randomUUID();
  const phone = formatPhone(serial);
  const changedValues: Row = {
    service_request_id: requestId,
    request_id: requestId,
    idempotency_key: `bare-${serial}`,
    customer_phone: phone,
    phone_raw: phone,
    phone_e164: `+1${phone.replace(/\D/g, "")}`,
  };
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const [index, { name, text, columns, values }] of statements.entries()) {
      const id = index === 0 ? requestId : randomUUID();
      await client.query({
        name,
        text,
        values: columns.map((column, position) =>
          column === "id" ? id : (changedValues[column] ?? values[position]),
        ),
      });
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}

function buildInsert(table: string, row: Row): Statement {
  // The database generates the search text, here as in the site's own rows.
  const { search_text: _generated, ...given } = row;
  const columns = Object.keys(given);
  const text = `insert into ${table} (${columns.join(", ")}) values (${columns.map((_, index) => `$${index + 1}`).join(", ")})`;
  return { name: `bare-${table}`, text, columns, values: Object.values(given) };
}
