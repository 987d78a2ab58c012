import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** A call that passes a statement as text to the driver or the builder. */
const RAW_STATEMENT = /\.(?:query|execute)\s*[(<]/g;
/** Files that may, as the builder has nothing for what they do. */
const ALLOWED = [
  // Tables by their names in the database catalog.
  "app/features/backup/table-sql.server.ts",
  // `create database` and `drop database`, which take no parameters.
  "app/features/backup/scratch-database.server.ts",
  "app/features/backup/write-backup.server.ts",
  "app/features/demo/insert-rows.server.ts",
  // `vacuum` and a notification, which name no column.
  "app/features/demo/seed-demo.server.ts",
  "app/features/requests/inbox/request-feed.server.ts",
];

/**
 * Checks, as a part of `npm run lint`, that SQL is written by hand only in `*.sql.ts` files, whose
 * statements a test compares with the schema (docs/decisions/026).
 */
const problems = globSync("app/{features,routes,components}/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !/\.(?:sql|test)\.tsx?$/.test(file))
  .flatMap((file) => {
    const found = [...readFileSync(join(ROOT, file), "utf8").matchAll(RAW_STATEMENT)];
    const isAllowed = ALLOWED.includes(file);
    if (found.length > 0 && !isAllowed)
      return [`${file}: raw SQL belongs in a *.sql.ts file, or use the builder`];
    if (found.length === 0 && isAllowed) return [`check-raw-sql.ts: ${file} needs no exception`];
    return [];
  });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log("Checked that raw SQL is only in *.sql.ts files.");
