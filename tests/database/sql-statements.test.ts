import { globSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  isSqlStatement,
  type SqlStatement,
  sqlStatement,
  t,
} from "#app/lib/sql-statement.server.ts";

type Described = { params: number[]; columns: { name: string; oid: number }[] };

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("templateUrl") });
  await client.connect();
});
afterAll(() => client.end());

/** What PostgreSQL says of a statement that it only prepares: no row is read or written. */
function describeStatement(sql: string): Promise<Described> {
  const described: Described = { params: [], columns: [] };
  const { connection } = client as unknown as { connection: pg.Connection };
  const notice = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
    described.params = dataTypeIDs;
  };
  connection.on("parameterDescription" as "message", notice);
  return new Promise<Described>((resolve, reject) => {
    client.query({
      submit(to: { parse(q: object): void; describe(m: object): void; sync(): void }) {
        to.parse({ text: sql, types: [] });
        to.describe({ type: "S", name: "" });
        to.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        described.columns = fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    } as unknown as pg.Submittable);
  }).finally(() => connection.off("parameterDescription", notice));
}

/** Where the declaration of a statement and the schema disagree. */
async function findDifferences({ text: sql, params, row }: SqlStatement): Promise<string[]> {
  const described = await describeStatement(sql).catch((error: Error) => error.message);
  if (typeof described === "string") return [described];
  const problems = Object.entries(params).flatMap(([name, { oids }], place) =>
    oids.includes(described.params[place] ?? 0)
      ? []
      : [`parameter ${name} has type ${described.params[place]}, declared ${oids}`],
  );
  const columns = new Map(described.columns.map(({ name, oid }) => [name, oid]));
  for (const [name, { oids }] of Object.entries(row))
    if (!oids.includes(columns.get(name) ?? 0))
      problems.push(`column ${name} has type ${columns.get(name) ?? "none"}, declared ${oids}`);
  for (const name of columns.keys())
    if (!(name in row)) problems.push(`column ${name} is not declared`);
  return problems;
}

test("every SQL statement fits the migrated schema, with the parameters and columns it declares", async () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("app/**/*.sql.ts", { cwd: root }).sort();
  const problems: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(root, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!isSqlStatement(value)) problems.push(`${file}: ${name} is not made by sqlStatement`);
      else
        for (const problem of await findDifferences(value))
          problems.push(`${file}: ${name}: ${problem}`);
    }
  }
  expect(files.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test("a column that was renamed, a wrong type and a column too many are noticed", async () => {
  const wrong = sqlStatement({
    params: { key: t.integer() },
    row: { hits: t.text(), gone: t.integer() },
    sql: "select hits, window_start from rate_limits where key = :key",
  });
  expect(await findDifferences(wrong)).toEqual([
    "parameter key has type 25, declared 23,21",
    "column hits has type 23, declared 25,1043,19",
    "column gone has type none, declared 23,21",
    "column window_start is not declared",
  ]);
  const renamed = sqlStatement({ params: {}, row: {}, sql: "update rate_limits set hitz = 1" });
  expect(await findDifferences(renamed)).toEqual([expect.stringContaining('"hitz"')]);
});
