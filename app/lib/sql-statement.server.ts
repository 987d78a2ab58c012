import type pg from "pg";
import { isShared } from "./shared-sessions.ts";

/** Declares a column or parameter: its PostgreSQL type and its TypeScript type. */
export type SqlType<T> = {
  /** Numbers of the PostgreSQL types (pg_type.oid) that the declaration fits. */
  readonly oids: readonly number[];
  /** Only for the compiler: the TypeScript type of a value. */
  readonly value?: T;
  /** The value that the driver gets instead. */
  readonly encode?: (value: unknown) => unknown;
};

const sqlType = <T>(...oids: number[]): SqlType<T> => ({ oids });

/** The types of parameters and columns. */
export const t = {
  /** Also for enumerations in the code: `t.text<RequestStatus>()`. */
  text: <T extends string = string>() => sqlType<T>(25, 1043, 19),
  uuid: () => sqlType<string>(2950),
  boolean: () => sqlType<boolean>(16),
  /** int2, int4. */
  integer: () => sqlType<number>(23, 21),
  /** int8, which the driver returns as text: cast a count to int where it cannot get large. */
  bigint: () => sqlType<string>(20),
  /** Numeric, which the driver returns as text: cast to float8 where a number is wanted. */
  numeric: () => sqlType<string>(1700),
  double: () => sqlType<number>(701),
  instant: () => sqlType<Date>(1184),
  /** A day, as YYYY-MM-DD. */
  date: () => sqlType<string>(1082),
  textArray: <T extends string = string>() => sqlType<readonly T[]>(1009),
  nullableTextArray: () => sqlType<readonly (string | null)[]>(1009),
  uuidArray: () => sqlType<readonly string[]>(2951),
  /** Numbers as text, as `numeric`. */
  numericArray: () => sqlType<readonly string[]>(1231),
  integerArray: () => sqlType<readonly number[]>(1007),
  instantArray: () => sqlType<readonly Date[]>(1185),
  /** Days, as YYYY-MM-DD. */
  dateArray: () => sqlType<readonly string[]>(1182),
  jsonb: <T = unknown>(): SqlType<T> => ({
    oids: [3802],
    encode: (value) => JSON.stringify(value),
  }),
  jsonbArray: <T = unknown>(): SqlType<readonly T[]> => ({
    oids: [3807],
    encode: (values) => (values as readonly T[]).map((value) => JSON.stringify(value)),
  }),
  orNull: <T>(type: SqlType<T>): SqlType<T | null> => ({
    oids: type.oids,
    ...(type.encode && {
      encode: (value: unknown) => (value === null ? null : type.encode?.(value)),
    }),
  }),
};

type Declared = Readonly<Record<string, SqlType<unknown>>>;
type Values<D extends Declared> = { [K in keyof D]: D[K] extends SqlType<infer T> ? T : never };
/** A `Database` or a `Transaction` of app/db, which app/lib cannot import. */
export type SqlConnection = { $client: pg.Pool | pg.PoolClient };

type StatementOptions<P extends Declared, R extends Declared> = {
  /** Set for hot statements: each connection plans it once, under this name. */
  name?: string;
  params: P;
  /** The columns of the result, by the names that the statement gives them. */
  row: R;
  /** `:name` stands for the parameter of that name. */
  sql: string;
};

/** `timeoutMs`: a query without a response by then is abandoned, and its connection closed. */
type QueryLimits = { timeoutMs?: number };

export type SqlStatement<P extends Declared = Declared, R extends Declared = Declared> = {
  readonly text: string;
  readonly params: P;
  readonly row: R;
  rows(connection: SqlConnection, values: Values<P>, limits?: QueryLimits): Promise<Values<R>[]>;
  first(connection: SqlConnection, values: Values<P>): Promise<Values<R> | undefined>;
  /** @returns how many rows the statement changed or returned */
  run(connection: SqlConnection, values: Values<P>): Promise<number>;
};

const PARAMETER = /(?<![:\w]):([A-Za-z]\w*)/g;

/** All statements that were declared, for the test that compares them with the schema. */
const declared = new WeakSet<object>();
export const isSqlStatement = (value: unknown): value is SqlStatement =>
  typeof value === "object" && value !== null && declared.has(value);

/**
 * A statement in hand-written SQL, with the types of its parameters and columns declared beside it.
 * Statements belong in files named `*.sql.ts`: a test prepares each one against the migrated schema
 * and compares what PostgreSQL says of parameters and columns with what is declared here.
 */
export function sqlStatement<const P extends Declared, const R extends Declared>(
  options: StatementOptions<P, R>,
): SqlStatement<P, R> {
  const { name, params, row, sql } = options;
  const names = Object.keys(params);
  const statementText = sql.replace(PARAMETER, (found, param: string) =>
    names.includes(param) ? `$${names.indexOf(param) + 1}` : found,
  );
  const query = (connection: SqlConnection, values: Values<P>, { timeoutMs }: QueryLimits = {}) => {
    const encoded = names.map((param) => {
      const value = values[param];
      return params[param]?.encode ? params[param].encode(value) : value;
    });
    // The driver supports this timeout for a single query; its types omit it.
    const config: pg.QueryConfig & { query_timeout?: number } = {
      // A pooler may run it on a session that has not prepared it.
      name: isShared(connection.$client) ? undefined : name,
      text: statementText,
      values: encoded,
      ...(timeoutMs && { query_timeout: timeoutMs }),
    };
    return (connection.$client as pg.Pool).query(config);
  };
  const statement: SqlStatement<P, R> = {
    text: statementText,
    params,
    row,
    rows: async (connection, values, limits) => (await query(connection, values, limits)).rows,
    first: async (connection, values) => (await query(connection, values)).rows[0],
    run: async (connection, values) => (await query(connection, values)).rowCount ?? 0,
  };
  declared.add(statement);
  return statement;
}
