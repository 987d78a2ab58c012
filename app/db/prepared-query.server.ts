import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "./client.server.ts";

type Built<Rows> = {
  execute: (values: Record<string, unknown>) => Promise<Rows>;
  getQuery: () => { sql: string; params: unknown[] };
};

/**
 * A query whose SQL is built once for each database, for pages that run it with every load: building
 * a long one takes longer than running it. PostgreSQL still plans each run with its values.
 * @param names what differs between runs; `build` gets a placeholder for each
 * @param build ends with `.prepare(UNNAMED)`
 */
export function prepareOnce<Rows, const Name extends string>(
  names: readonly Name[],
  build: (db: Database, placeholders: Record<Name, Placeholder>) => Built<Rows>,
) {
  const placeholders = Object.fromEntries(
    names.map((name) => [name, sql.placeholder<string>(name)]),
  ) as Record<Name, Placeholder>;
  const queries = new WeakMap<Database, Built<Rows>>();
  const get = (db: Database) => {
    const query = queries.get(db) ?? build(db, placeholders);
    queries.set(db, query);
    return query;
  };
  return {
    run: (db: Database, values: Record<Name, unknown>): Promise<Rows> => get(db).execute(values),
    /** The statement and its parameters, as PostgreSQL gets them. */
    toSQL: (db: Database, values: Record<Name, unknown>) => {
      const { sql: text, params } = get(db).getQuery();
      return { sql: text, params: fillPlaceholders(params, values) };
    },
  };
}

/**
 * The name of a query that PostgreSQL plans at each run: under another name it might use a plan that
 * fits all values, which cannot use a partial index.
 */
export const UNNAMED = "";
