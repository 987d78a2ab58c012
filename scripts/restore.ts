// Restores a backup into an empty database and verifies it: npm run restore -- file [--replace]
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type RestoreResult, restoreBackup } from "#app/features/backup/restore-backup.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run restore -- file [--replace]";

const options = readOptions(USAGE, () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean" } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error("Name the one file to restore.");
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  return { path: resolve(file), replace: values.replace ?? false };
});

function formatRefusal(result: Extract<RestoreResult, { ok: false }>): string {
  if (result.reason === "schema")
    return `The backup has the schema ${result.expected} and the database ${result.found}: restore it with the release that wrote it, then start the newer one.`;
  if (result.reason === "not-empty")
    return "The database is not empty, so nothing was changed; --replace empties it first.";
  return "The database is in use, so nothing was changed; stop the site first.";
}

if (options) {
  await withDatabase(async (db) => {
    const result = await restoreBackup({ db, actor: "command-line", now: new Date() }, options);
    if (!result.ok) throw new Error(formatRefusal(result));
    const rows = result.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows.toLocaleString("en-US")} rows of ${result.manifest.tables.length} tables from ${result.manifest.createdAt} are restored; every count and checksum was verified.`,
    );
  });
}
