import type { Database } from "./client.server.ts";

/**
 * A query whose SQL is built once for each database, for pages that run it with every load: building
 * a long one takes longer than running it. What differs between runs is a `sql.placeholder`, whose
 * value `execute` takes. PostgreSQL still plans each run with its values.
 * @param build ends with `.prepare(UNNAMED)`
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database, Query>();
  return (db) => {
    const query = prepared.get(db) ?? build(db);
    prepared.set(db, query);
    return query;
  };
}

/**
 * The name of a query that PostgreSQL plans at each run: under another name it might use a plan that
 * fits all values, which cannot use an index of a part of the rows.
 */
export const UNNAMED = "";
