import { globSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { isSqlStatement, type SqlStatement } from "#app/lib/sql-statement.server.ts";

type Described = { params: number[]; columns: { name: string; oid: number }[] };
const ROOT = join(import.meta.dirname, "..");

/** What PostgreSQL says of a statement that it only prepares: no row is read or written. */
function describeStatement(client: pg.Client, sql: string): Promise<Described> {
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

/** Where the declaration of a statement and the schema that `client` is connected to disagree. */
export async function findDifferences(
  client: pg.Client,
  { text: sql, params, row }: SqlStatement,
): Promise<string[]> {
  const described = await describeStatement(client, sql).catch((error: Error) => error.message);
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

export const listStatementFiles = () => globSync("app/**/*.sql.ts", { cwd: ROOT }).sort();

/** A line for each disagreement: file, statement, problem. */
export async function checkStatements(client: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  for (const file of listStatementFiles()) {
    const exported: Record<string, unknown> = await import(join(ROOT, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!isSqlStatement(value)) problems.push(`${file}: ${name} is not made by sqlStatement`);
      else
        for (const problem of await findDifferences(client, value))
          problems.push(`${file}: ${name}: ${problem}`);
    }
  }
  return problems;
}
