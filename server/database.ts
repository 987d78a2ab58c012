import {
  APP_QUERY_TIMEOUT_MS,
  closeDatabase,
  createDatabase,
  type Database,
} from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { retryWhileDown } from "#app/db/retry-while-down.server.ts";
import {
  deriveLogin,
  type Login,
  readLogin,
  replaceLogin,
  trySignIn,
} from "#app/db/roles.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { DEFAULT_DATA_DIR, type Env, EnvError } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const POOL_SIZE = 8;
const FIRST_CONNECTION_TRIES = 30;

export type ConnectedDatabase = {
  db: Database;
  /** URL of the application past any pooler; restarts the embedded server if it died. */
  reconnect: () => Promise<string>;
  directUrl: () => string;
  /** URL of the owner of the tables, past any pooler. */
  ownerUrl: () => string;
  close: () => Promise<void>;
};

type Urls = {
  /** Of the application; may lead through a pooler. */
  url: string;
  /** Of the application, past any pooler. */
  directUrl: string;
};

/**
 * Connects to DATABASE_URL, or to the embedded server, and migrates the schema. The schema belongs
 * to an owner that the application never signs in as, unless the owner may not create another user.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<ConnectedDatabase> {
  const start = () =>
    startEmbeddedPostgres({ dataDir: env.DATA_DIR, explicit: env.DATA_DIR !== DEFAULT_DATA_DIR });
  let embedded: EmbeddedPostgres | undefined;
  if (!env.DATABASE_URL) {
    embedded = await start();
    log.info(
      { directory: embedded.directory, adopted: embedded.adopted },
      "embedded PostgreSQL is running",
    );
  }
  // It may start at the same time as this process.
  const urls = await retryWhileDown(() => prepareDatabase(env, embedded, log), {
    pauseMs: SECOND_MS,
    maxTries: FIRST_CONNECTION_TRIES,
    onRetry: (attempt) => log.warn({ attempt }, "the database does not answer yet"),
  });
  const db = createDatabase({
    url: urls.url,
    directUrl: urls.directUrl === urls.url ? undefined : urls.directUrl,
    max: POOL_SIZE,
    queryTimeoutMs: APP_QUERY_TIMEOUT_MS,
    onError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
  });

  let restarting: Promise<void> | undefined;
  const restart = () => {
    restarting ??= start()
      .then((restarted) => {
        embedded = restarted;
        if (restarted.loginUrl !== urls.url) {
          // The old port is in use by now; new connections of the pool go to the new one.
          urls.url = urls.directUrl = restarted.loginUrl;
          db.$client.options.connectionString = urls.url;
        }
      })
      .finally(() => {
        restarting = undefined;
      });
    return restarting;
  };

  return {
    db,
    directUrl: () => urls.directUrl,
    ownerUrl: () => embedded?.url ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? "",
    async reconnect() {
      if (embedded) await restart();
      return urls.directUrl;
    },
    async close() {
      await closeDatabase(db);
      await embedded?.stop();
    },
  };
}

/** Migrates the schema, and finds out whom the application signs in as. */
async function prepareDatabase(
  env: Env,
  embedded: EmbeddedPostgres | undefined,
  log: Logger,
): Promise<Urls> {
  if (embedded) {
    const { url, loginUrl, login } = embedded;
    await migrateDatabase(url, { login, setPassword: true });
    if ((await trySignIn(loginUrl)) !== "ok")
      throw new Error("The embedded database refuses the application's user.");
    return { url: loginUrl, directUrl: loginUrl };
  }
  const { DATABASE_URL: url = "", DATABASE_DIRECT_URL: directUrl } = env;
  return directUrl ? prepareNamedLogin(url, directUrl) : prepareOwnLogin(url, log);
}

/** The user of DATABASE_URL, which is created at the first start; never the owner's. */
async function prepareNamedLogin(url: string, ownerUrl: string): Promise<Urls> {
  const login = readLogin(url);
  if (login.name === readLogin(ownerUrl).name)
    throw new EnvError(
      "DATABASE_URL and DATABASE_DIRECT_URL name the same user: give DATABASE_URL one of its own, which is created at the start.",
    );
  await migrateDatabase(ownerUrl, { login });
  const directUrl = replaceLogin(ownerUrl, login);
  for (const [name, tried] of Object.entries({
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_URL: url,
  })) {
    const signIn = await trySignIn(tried);
    if (signIn === "refused")
      throw new EnvError(
        `The server of ${name} refuses the user "${login.name}" of DATABASE_URL: create the user with that password there, or correct the password.`,
      );
    if (signIn !== "ok")
      throw new EnvError(
        `${name} does not sign in as the application's user: a pooler must sign in at the database as "${login.name}", the user that DATABASE_URL names.`,
      );
  }
  return { url, directUrl };
}

/** A user that the owner creates, with a password of ours; the owner where that is not allowed. */
async function prepareOwnLogin(ownerUrl: string, log: Logger): Promise<Urls> {
  const login: Login = deriveLogin(ownerUrl);
  const { hasLogin } = await migrateDatabase(ownerUrl, { login, setPassword: true });
  const loginUrl = replaceLogin(ownerUrl, login);
  if (hasLogin && (await trySignIn(loginUrl)) === "ok")
    return { url: loginUrl, directUrl: loginUrl };
  log.warn(
    "the application signs in as the owner of the tables, as that user may not create another: append-only tables are guarded by triggers alone (docs/operations.md)",
  );
  await trySignIn(ownerUrl);
  return { url: ownerUrl, directUrl: ownerUrl };
}
