// Writes a consistent backup of all data into one file and reads it again: npm run backup -- [file]
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeBackup } from "#app/features/backup/write-backup.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run backup -- [file]";

const options = readOptions(USAGE, () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  if (positionals.length > 1) throw new Error("A backup goes into one file.");
  return { file: positionals[0] };
});

if (options) {
  await withDatabase(async (db) => {
    const now = new Date();
    const stamp = now.toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
    const path = resolve(options.file ?? join(readEnv().DATA_DIR, "backups", `${stamp}.jsonl.gz`));
    const result = await writeBackup(db, { path, now });
    if (!result.ok) throw new Error(`${path} already exists: name another file.`);
    const rows = result.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${path}: ${rows.toLocaleString("en-US")} rows of ${result.manifest.tables.length} tables, verified by reading them back.`,
    );
  });
}
