// Changes APP_SECRET and keeps what depends on it: npm run rotate-secret
import { resolve } from "node:path";
import { type RotationResult, rotateSecret } from "#app/features/secrets/rotate-secret.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { readStoredSecret } from "#app/lib/secret.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "OLD_APP_SECRET=<old> APP_SECRET=<new> npm run rotate-secret";
const PROGRESS_EVERY = 100_000;

const REFUSALS: Record<Extract<RotationResult, { ok: false }>["reason"], string> = {
  same: "APP_SECRET is the old secret: set it to a new one.",
  running: "The site is running, so nothing was changed: stop all of its processes first.",
  empty:
    "This database has no contact keys yet: start the site once with the old secret, then stop it.",
  mismatch: "The old secret does not fit this database, so nothing was changed.",
  "too-many": "The secret cannot be rotated again: stop links have no room for another version.",
};

const secrets = readOptions(USAGE, () => {
  const env = readEnv();
  if (!env.APP_SECRET) throw new Error("Set APP_SECRET to the new secret.");
  const oldSecret = env.OLD_APP_SECRET ?? readStoredSecret(resolve(env.DATA_DIR));
  if (!oldSecret) throw new Error("Set OLD_APP_SECRET to the old secret.");
  return { oldSecret, newSecret: env.APP_SECRET };
});

if (secrets) {
  await withDatabase(async (db) => {
    const onProgress = (rows: number) => {
      if (rows % PROGRESS_EVERY === 0 && rows > 0)
        console.log(`${rows.toLocaleString("en-US")} hashes`);
    };
    const context = { db, actor: "command-line", now: new Date() };
    const result = await rotateSecret(context, { ...secrets, onProgress });
    if (!result.ok) throw new Error(REFUSALS[result.reason]);
    printResult(result);
  });
}

function printResult({ version, rows, changed }: Extract<RotationResult, { ok: true }>): void {
  console.log(
    `${rows.toLocaleString("en-US")} rows were upgraded to contact key ${version}. Opt-outs, stop links and customers' pages stay valid.`,
  );
  console.log(
    changed
      ? `Encrypted again: ${changed.seeds + changed.providerSeeds} authenticators, ${changed.providerKeys} keys of providers, ${changed.connections} connections to HighLevel, ${changed.pushDevices} browsers with notifications, ${changed.webhooks} webhook endpoints.`
      : "The secret itself was changed by an earlier run.",
  );
  console.log(
    "Start every process with the new APP_SECRET. Staff sign in again; their recovery codes are deleted, and who wants new ones sets the second factor up again.",
  );
}
