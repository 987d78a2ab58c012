import { globSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { isSqlStatement, type SqlStatement } from "#app/lib/sql-statement.server.ts";

type Description = { params: number[]; columns: { name: string; oid: number }[] };
const ROOT = join(import.meta.dirname, "..");

/** Types of parameters and columns, from a statement that is only prepared: it never runs. */
function describeStatement(client: pg.Client, sql: string): Promise<Description> {
  const described: Description = { params: [], columns: [] };
  const { connection } = client as unknown as { connection: pg.Connection };
  const notice = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
    described.params = dataTypeIDs;
  };
  connection.on("parameterDescription" as "message", notice);
  return new Promise<Description>((resolve, reject) => {
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

/** Lists where the declaration of a statement differs from the schema of the database. */
export async function findMismatches(
  client: pg.Client,
  { text: sql, params, row }: SqlStatement,
): Promise<string[]> {
  const described = await describeStatement(client, sql).catch((error: Error) => error.message);
  if (typeof described === "string") return [described];
  const problems = Object.entries(params).flatMap(([name, { oids }], index) =>
    oids.includes(described.params[index] ?? 0)
      ? []
      : [`parameter ${name} has type ${described.params[index]}, declared ${oids}`],
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

/** Checks all statements. @returns a line for each mismatch: file, statement, problem */
export async function checkStatements(client: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  for (const file of listStatementFiles()) {
    const exported: Record<string, unknown> = await import(join(ROOT, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!isSqlStatement(value)) problems.push(`${file}: ${name} is not created by sqlStatement`);
      else
        for (const problem of await findMismatches(client, value))
          problems.push(`${file}: ${name}: ${problem}`);
    }
  }
  return problems;
}
