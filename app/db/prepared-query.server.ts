import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "./client.server.ts";

type Prepared<Rows> = {
  execute: (values: Record<string, unknown>) => Promise<Rows>;
  getQuery: () => { sql: string; params: unknown[] };
};
type Preparable<Rows> = { prepare: (name: string) => Prepared<Rows> };

/**
 * Without a name, PostgreSQL plans each run with its values. Under a name it might use one plan for all
 * values, which cannot use a partial index.
 */
const UNNAMED = "";

/**
 * A query whose SQL is built once for each database, for pages that run it with every load: building
 * a long one takes longer than running it.
 * @param names what differs between runs; `build` gets a placeholder for each
 */
export function prepareOnce<Rows, const Name extends string>(
  names: readonly Name[],
  build: (db: Database, placeholders: Record<Name, Placeholder>) => Preparable<Rows>,
) {
  const placeholders = Object.fromEntries(
    names.map((name) => [name, sql.placeholder<string>(name)]),
  ) as Record<Name, Placeholder>;
  const queries = new WeakMap<Database, Prepared<Rows>>();
  const get = (db: Database) => {
    const query = queries.get(db) ?? build(db, placeholders).prepare(UNNAMED);
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
