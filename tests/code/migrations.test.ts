import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findMigrationProblems } from "../../scripts/lint/check-migrations.ts";

const joinStatements = (...statements: string[]) => statements.join("--> statement-breakpoint\n");

test.each([
  'ALTER TABLE "offers" DROP COLUMN "note"',
  'DROP TABLE "offers"',
  'ALTER TABLE "offers" RENAME COLUMN "a" TO "b"',
  'ALTER TABLE "offers" ALTER COLUMN "a" SET DATA TYPE text',
  'ALTER TABLE "offers" ADD COLUMN "a" text NOT NULL',
  'ALTER TABLE "offers" ALTER COLUMN "a" SET NOT NULL',
  'ALTER TABLE "offers" ADD CONSTRAINT "c" CHECK (a > 0)',
  'ALTER TABLE "offers" ADD CONSTRAINT "c" FOREIGN KEY ("a")\n  REFERENCES "b"("id")',
  'ALTER TABLE "offers" ADD CONSTRAINT "c" UNIQUE("a")',
  'CREATE UNIQUE INDEX "i" ON "offers" USING btree ("a")',
  "UPDATE offers SET a = 1",
  "LOCK TABLE offers",
])("a migration must not stop a running site: %s", (statement) => {
  expect(findMigrationProblems(statement)).toHaveLength(1);
  expect(findMigrationProblems(`-- an explanation\n${statement}`)).toHaveLength(1);
  expect(findMigrationProblems(`-- safe: it has three rows\n${statement}`)).toEqual([]);
});

test.each([
  'ALTER TABLE "offers" ADD COLUMN "a" text',
  `ALTER TABLE "offers" ADD COLUMN "a" text DEFAULT 'x' NOT NULL`,
  'ALTER TABLE "offers" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID',
  'ALTER TABLE "offers" VALIDATE CONSTRAINT "c"',
  'ALTER TABLE "offers" ALTER COLUMN "a" DROP NOT NULL',
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
])("a migration may: %s", (statement) => {
  expect(findMigrationProblems(statement)).toEqual([]);
});

test("a table that the migration itself creates is nobody's yet", () => {
  const sql = joinStatements(
    'CREATE TABLE "notes" (\n\t"id" uuid PRIMARY KEY NOT NULL\n);',
    'ALTER TABLE "notes" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id");',
    'CREATE INDEX "i" ON "notes" USING btree ("a");',
  );
  expect(findMigrationProblems(sql)).toEqual([]);
});

test("of a real migration that was made before the check, only its risks are named", () => {
  const file = join(import.meta.dirname, "../../drizzle/0031_provider-push.sql");
  const problems = findMigrationProblems(readFileSync(file, "utf8"));
  expect(problems.map((problem) => /add constraint|create index/.exec(problem)?.[0])).toEqual([
    "add constraint",
    "add constraint",
    "create index",
    "create index",
    "add constraint",
    "add constraint",
  ]);
});

test("a constraint is validated in a later release, as the lock of its creation lasts until the end", () => {
  const add = 'ALTER TABLE "offers" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID;';
  const validate = 'ALTER TABLE "offers" VALIDATE CONSTRAINT "c";';
  expect(findMigrationProblems(validate)).toEqual([]);
  expect(findMigrationProblems(joinStatements(add, validate))).toEqual([
    expect.stringContaining("validate constraint"),
  ]);
});
