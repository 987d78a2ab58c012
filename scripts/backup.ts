// Writes a consistent backup of all data and reads it again: npm run backup -- [file], or --to s3
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openBackupStore } from "#app/features/backup/backup-store.server.ts";
import { runBackup } from "#app/features/backup/run-backup.server.ts";
import { writeBackup } from "#app/features/backup/write-backup.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run backup -- [file], or npm run backup -- --to s3";
const format = (count: number) => count.toLocaleString("en-US");

const options = readOptions(USAGE, () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  if (values.to !== undefined && values.to !== "s3") throw new Error("A backup goes --to s3.");
  if (positionals.length > (values.to ? 0 : 1)) throw new Error("A backup goes into one place.");
  return { file: positionals[0], isForStorage: values.to === "s3" };
});

if (options)
  await withDatabase(async (db, ownerUrl) => {
    const env = readEnv();
    const now = new Date();
    if (options.isForStorage) {
      const store = openBackupStore(env);
      if (!store)
        throw new Error("Backups to object storage need the S3_ variables and BACKUP_KEY.");
      const log = createLogger("error");
      const context = { owner: db, ownerUrl, store, dataDir: env.DATA_DIR, now: () => now, log };
      const run = await runBackup(context, { trigger: "command" });
      if (!run) throw new Error("Another process is writing a backup: wait for its end.");
      if (run.state === "failed")
        throw new Error(`The backup failed (${run.reason}); the line above says why.`);
      return console.log(
        `${run.name}: ${format(run.rows)} rows, ${format(run.bytes)} bytes, ${
          run.verifiedBy === "restoring"
            ? "verified by restoring them into a scratch database."
            : "verified by reading, not by restoring: the server lets this user create no database."
        }`,
      );
    }
    const stamp = now.toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
    const path = resolve(options.file ?? join(env.DATA_DIR, "backups", `${stamp}.jsonl.gz`));
    const result = await writeBackup(db, { path, now });
    if (!result.ok) throw new Error(`${path} already exists: name another file.`);
    const rows = result.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${path}: ${format(rows)} rows of ${result.manifest.tables.length} tables, verified by reading them back.`,
    );
  });
