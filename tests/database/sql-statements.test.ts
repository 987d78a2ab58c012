import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { checkStatements, findMismatches, listStatementFiles } from "../describe-statement.ts";

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("templateUrl") });
  await client.connect();
});
afterAll(() => client.end());

test("every SQL statement fits the migrated schema, with the parameters and columns it declares", async () => {
  expect(listStatementFiles().length).toBeGreaterThan(0);
  expect(await checkStatements(client)).toEqual([]);
});

test("a renamed column, a wrong type and an undeclared column are found", async () => {
  const mismatched = sqlStatement({
    params: { key: t.integer() },
    row: { hits: t.text(), gone: t.integer() },
    sql: "select hits, window_start from rate_limits where key = :key",
  });
  expect(await findMismatches(client, mismatched)).toEqual([
    "parameter key has type 25, declared 23,21",
    "column hits has type 23, declared 25,1043,19",
    "column gone has type none, declared 23,21",
    "column window_start is not declared",
  ]);
  const renamed = sqlStatement({ params: {}, row: {}, sql: "update rate_limits set hitz = 1" });
  expect(await findMismatches(client, renamed)).toEqual([expect.stringContaining('"hitz"')]);
});
