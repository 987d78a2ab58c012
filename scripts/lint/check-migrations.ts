import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** The last migration before this check; landed migrations are never edited. */
const LAST_UNCHECKED = "0032";
/** A comment before a statement accepts it: `-- safe: <why it does not stop the site>`. */
const ACCEPTED = /^--\s*safe:\s*\S/m;

type Rule = { pattern: RegExp; advice: string };

/**
 * What would stop a running site, or break a process of the version before, while a deployment goes
 * on (docs/decisions/046).
 */
const RULES: readonly Rule[] = [
  {
    pattern: /^drop (?:table|view|function|type)\b/,
    advice: "the version before still uses it: drop it one release after the last use",
  },
  {
    pattern: /\bdrop column\b/,
    advice: "the version before still reads it: drop it one release after the last use",
  },
  {
    pattern: /^alter table .*\brename\b/,
    advice: "the version before knows the old name: add the new one, copy, and drop the old later",
  },
  {
    pattern: /\balter column \S+ (?:set data )?type\b/,
    advice:
      "rewrites the table under a lock: add a column, copy in batches, and drop the old later",
  },
  {
    pattern: /\badd column (?!.*\bdefault\b).*\bnot null\b/,
    advice: "the version before inserts rows without it: give it a default",
  },
  {
    pattern: /\balter column \S+ set not null\b/,
    advice: "reads the table under a lock: first validate a check constraint that says the same",
  },
  {
    pattern: /\badd constraint (?!.*\bnot valid\b).*\b(?:check|foreign key)\b/,
    advice: "reads the table under a lock: add it NOT VALID, and validate it one release later",
  },
  {
    pattern: /\badd constraint .*\b(?:unique|primary key|exclude)\b/,
    advice: "builds an index under a lock: build the index before, in a job or by hand",
  },
  {
    pattern: /^create (?:unique )?index (?!concurrently)/,
    advice:
      "blocks writes while it is built: say how few rows there are, or build it by hand before",
  },
  {
    pattern: /^(?:update|delete)\b/,
    advice: "locks every row until all migrations are done: do it in batches, in a job",
  },
  { pattern: /^(?:truncate|vacuum|cluster|reindex|lock)\b/, advice: "stops the site" },
];

const getTable = (statement: string) =>
  /^(?:create table(?: if not exists)?|alter table(?: only)?|create (?:unique )?index .*? on) "?([a-z_]+)"?/.exec(
    statement,
  )?.[1];

/** The problems of one migration: its statements that break a rule, but for tables that it creates. */
export function findMigrationProblems(sql: string): string[] {
  const created = new Set<string>();
  const added = new Set<string>();
  return sql.split("--> statement-breakpoint").flatMap((text) => {
    const statement = text
      .replace(/^--.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
    const table = getTable(statement);
    if (table && statement.startsWith("create table")) created.add(table);
    if ((table && created.has(table)) || ACCEPTED.test(text)) return [];
    const constraint = /\b(add|validate) constraint "?([a-z_0-9]+)"?/.exec(statement);
    if (constraint?.[1] === "add") added.add(constraint[2] ?? "");
    else if (constraint && added.has(constraint[2] ?? ""))
      return [
        `"${statement.slice(0, 60)}…": reads the table while the lock of its creation lasts: validate it one release later`,
      ];
    return RULES.filter(({ pattern }) => pattern.test(statement)).map(
      ({ advice }) => `"${statement.slice(0, 60)}…": ${advice}`,
    );
  });
}

/** Checks, as a part of `npm run lint`, that new migrations run beside the version before. */
function checkAll(): void {
  const problems = globSync("drizzle/*.sql", { cwd: ROOT })
    .sort()
    .filter((file) => basename(file).slice(0, LAST_UNCHECKED.length) > LAST_UNCHECKED)
    .flatMap((file) =>
      findMigrationProblems(readFileSync(join(ROOT, file), "utf8")).map(
        (problem) => `${file}: ${problem}`,
      ),
    );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log("Checked that new migrations run beside the version before.");
}

if (process.argv[1] === import.meta.filename) checkAll();
