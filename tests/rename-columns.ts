/**
 * Verifies that a renamed column is reported wherever it is used: `npm run test:renames`. For each of
 * five columns it renames the property and the column in a copy of the tree and in a migrated
 * database, and prints the files that the type check and the check of the SQL statements report.
 * Fails if a file that mentions the column is not reported.
 */
import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { checkStatements } from "./describe-statement.ts";
import { copyDatabase, removeTestPostgres, startTestPostgres } from "./setup/database.ts";

type Column = { tables: string; table: string; property: string; column: string };

const COLUMNS: Column[] = [
  {
    tables: "requests",
    table: "service_requests",
    property: "clientReference",
    column: "client_reference",
  },
  { tables: "consent", table: "suppressions", property: "optedOutAt", column: "opted_out_at" },
  { tables: "offers", table: "offers", property: "decidedAt", column: "decided_at" },
  {
    tables: "quizzes",
    table: "quiz_diagnoses",
    property: "answerCombinationHash",
    column: "answer_combination_hash",
  },
  {
    tables: "crm",
    table: "crm_connections",
    property: "disconnectedAt",
    column: "disconnected_at",
  },
];

const ROOT = join(import.meta.dirname, "..");
const COPIED_FOLDERS = [
  "app",
  "server",
  "scripts",
  "bench",
  "tests",
  "vite",
  "content",
  "drizzle",
  ".react-router",
];
const COPIED_FILES = [
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
  "vitest.config.ts",
  "playwright.config.ts",
];

function copyTree(): string {
  const copy = join(ROOT, "node_modules/.cache/rename-columns");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of [...COPIED_FOLDERS, ...COPIED_FILES])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Files in which the compiler reports errors once the column is renamed in the copy. */
async function compileRenamed(
  copy: string,
  { tables, property, column }: Column,
): Promise<string[]> {
  const file = join(copy, `app/db/tables/${tables}.server.ts`);
  const original = readFileSync(file, "utf8");
  const renamed = original
    .replace(`${property}: `, "renamedColumn: ")
    .replace(`"${column}"`, '"renamed_column"');
  if (renamed === original) throw new Error(`${tables}.server.ts has no column ${property}`);
  writeFileSync(file, renamed);
  const compiler = join(ROOT, "node_modules/.bin/tsc");
  const output = await promisify(execFile)(compiler, ["--pretty", "false"], { cwd: copy }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  writeFileSync(file, original);
  return [...output.matchAll(/^([^(\s]+)\(\d+,\d+\): error/gm)].map(([, path = ""]) => path);
}

/** Files whose statements fail on a database in which the column has another name. */
async function prepareRenamed(templateUrl: string, { table, column }: Column): Promise<string[]> {
  const client = new pg.Client({ connectionString: await copyDatabase(templateUrl) });
  await client.connect();
  await client.query(`alter table ${table} rename column ${column} to renamed_column`);
  const problems = await checkStatements(client);
  await client.end();
  return problems.map((problem) => problem.slice(0, problem.indexOf(":")));
}

/** Files of the application that mention the column by its name in the database. */
const listMentions = ({ column }: Column): string[] =>
  globSync(["app/**/*.ts", "app/**/*.tsx", "server/**/*.ts"], { cwd: ROOT })
    .filter((file) => !file.startsWith("app/db/tables/"))
    .filter((file) => new RegExp(`\\b${column}\\b`).test(readFileSync(join(ROOT, file), "utf8")));

/**
 * Whether a file, or one that imports it in the same folder, is reported: parts of statements are
 * reported with the statements, and rows with the call that inserts them.
 */
function isReported(file: string, reported: ReadonlySet<string>): boolean {
  const reached = new Set([file]);
  for (const path of reached) {
    if (reported.has(path)) return true;
    for (const other of globSync(`${dirname(path)}/*.ts`, { cwd: ROOT }))
      if (readFileSync(join(ROOT, other), "utf8").includes(`"./${basename(path)}"`))
        reached.add(other);
  }
  return false;
}

const postgres = await startTestPostgres("renames");
await migrateDatabase(postgres.url);
const copy = copyTree();
let missed = 0;
for (const column of COLUMNS) {
  const compiled = await compileRenamed(copy, column);
  const prepared = await prepareRenamed(postgres.url, column);
  const reported = new Set([...compiled, ...prepared]);
  const unreported = listMentions(column).filter((file) => !isReported(file, reported));
  missed += unreported.length + (reported.size === 0 ? 1 : 0);
  console.log(`\n${column.table}.${column.column}: ${reported.size} files are reported`);
  for (const file of [...reported].sort()) console.log(`  ${file}`);
  for (const file of unreported) console.log(`  NOT REPORTED: ${file}`);
}
rmSync(copy, { recursive: true, force: true });
await removeTestPostgres(postgres);
process.exit(missed > 0 ? 1 : 0);
