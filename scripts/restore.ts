// Restores a backup into an empty database and verifies it: npm run restore -- file [--replace], or --from s3 [key]
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openBackupStore } from "#app/features/backup/backup-store.server.ts";
import { type RestoreResult, restoreBackup } from "#app/features/backup/restore-backup.server.ts";
import { restoreStored } from "#app/features/backup/restore-stored.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE =
  "npm run restore -- file [--replace], or npm run restore -- --from s3 [key] [--replace]";

const options = readOptions(USAGE, () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean" }, from: { type: "string" } },
  });
  const [name] = positionals;
  const replace = values.replace ?? false;
  if (values.from !== undefined && values.from !== "s3")
    throw new Error("A backup comes from a file, or --from s3.");
  if (positionals.length > 1) throw new Error("Name the one backup to restore.");
  if (values.from) return { isStored: true, name, replace } as const;
  if (!name) throw new Error("Name the one file to restore.");
  if (!existsSync(name)) throw new Error(`There is no file ${name}.`);
  return { isStored: false, source: resolve(name), replace } as const;
});

function openStorage() {
  const env = readEnv();
  const store = openBackupStore(env);
  if (!store) throw new Error("Backups in object storage need the S3_ variables and BACKUP_KEY.");
  return { store, dataDir: env.DATA_DIR };
}

type Refusal =
  | Extract<RestoreResult, { ok: false }>
  | { ok: false; reason: "none" | "busy"; name?: string };

const REFUSALS = {
  "not-empty": "The database is not empty, so nothing was changed; --replace empties it first.",
  "in-use": "The database is in use, so nothing was changed; stop the site first.",
  none: "There is no verified backup in the object storage, or the key is not that of one.",
  busy: "Another process is writing a backup, so nothing was changed; wait for its end.",
};

const formatRefusal = (result: Refusal): string =>
  result.reason === "schema"
    ? `The backup has the schema ${result.expected} and the database ${result.found}: restore it with the release that wrote it, then start the newer one.`
    : REFUSALS[result.reason];

if (options)
  await withDatabase(async (db) => {
    const context = { db, actor: "command-line", now: new Date() };
    const result = options.isStored
      ? await restoreStored({ ...context, ...openStorage() }, options)
      : await restoreBackup(context, options);
    if (!result.ok) throw new Error(formatRefusal(result));
    const rows = result.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows.toLocaleString("en-US")} rows of ${result.manifest.tables.length} tables from ${result.manifest.createdAt} are restored; every count and checksum was verified.`,
    );
  });
