import { once } from "node:events";
import { createServer } from "node:net";
import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { getSqlState, isDatabaseDown, serializeError } from "./errors.server.ts";

const PERSON = ["Jordan Example", "+14045550188", "jordan@example.com"];

/** An error as PostgreSQL sends it: the values are in message and detail. */
function serverError(code: string, value: string): pg.DatabaseError {
  const error = new pg.DatabaseError(
    `invalid input syntax for type uuid: "${value}"`,
    100,
    "error",
  );
  return Object.assign(error, {
    code,
    severity: "ERROR",
    detail: `Key (email)=(${value}) already exists.`,
    where: `portal "${value}"`,
    internalQuery: `select '${value}'`,
  });
}

const wrapped = (cause: Error, params: unknown[] = PERSON) =>
  new DrizzleQueryError(`insert into service_requests values ($1, $2, $3)`, params, cause);

describe("what is logged of a database error", () => {
  test.each([
    ["drizzle's error around PostgreSQL's", wrapped(serverError("23505", PERSON.join()))],
    ["drizzle's error without SQLSTATE", wrapped(new Error(`read ECONNRESET ${PERSON.join()}`))],
    ["PostgreSQL's own error", serverError("22P02", PERSON.join())],
    [
      "our error around both",
      new Error("the request could not be stored", {
        cause: wrapped(serverError("23505", PERSON.join())),
      }),
    ],
  ])("%s contains no personal data", (_name, error) => {
    const line = JSON.stringify(serializeError(error));
    for (const value of PERSON) expect(line).not.toContain(value);
    expect(line).toContain("errors.server.test.ts");
  });

  test("keeps SQLSTATE", () => {
    expect(serializeError(wrapped(serverError("23505", "x")))).toMatchObject({
      code: "23505",
      message: "database error 23505",
    });
    expect(serializeError(wrapped(new Error("x")))).toMatchObject({
      message: "database error without SQLSTATE",
    });
  });

  test("contains no personal data when a visitor's text has lines that look like a stack", () => {
    const line = JSON.stringify(
      serializeError(
        wrapped(serverError("23505", "x"), ["see below\n    at 12 Elm Street, ask for Jordan"]),
      ),
    );
    expect(line).not.toContain("Elm Street");
  });
});

test("keeps message and code of other errors, shortened", () => {
  expect(serializeError(new TypeError("no such page"))).toMatchObject({
    type: "TypeError",
    message: "no such page",
  });
  expect(
    serializeError(Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE" })),
  ).toMatchObject({ code: "EADDRINUSE", message: "listen EADDRINUSE" });
  expect(serializeError(new Error("x".repeat(9_999))).message).toHaveLength(300);
  expect(serializeError("Jordan Example")).toEqual({ type: "string", message: "not an Error" });
  expect(serializeError(undefined)).toEqual({ type: "undefined", message: "not an Error" });
});

test("finds SQLSTATE below any number of wrappers, and nothing else", () => {
  expect(getSqlState(new Error("a", { cause: wrapped(serverError("40001", "x")) }))).toBe("40001");
  expect(getSqlState(Object.assign(new Error("x"), { code: "ECONNREFUSED" }))).toBeUndefined();
  expect(getSqlState({ code: "23505" })).toBeUndefined();
});

describe("the database is down", () => {
  const getConnectError = async (connectionString: string) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 200 });
    client.on("error", () => {});
    return client.connect().then(
      () => expect.unreachable("connected"),
      (error: unknown) => error,
    );
  };
  const listeningPort = async (server: ReturnType<typeof createServer>) => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    return (server.address() as { port: number }).port;
  };

  test.each(["127.0.0.1", "localhost"])("nothing listens on %s", async (host) => {
    const server = createServer();
    const port = await listeningPort(server);
    await new Promise((closed) => server.close(closed));
    const error = await getConnectError(`postgres://app@${host}:${port}/app`);
    expect(isDatabaseDown(error)).toBe(true);
    expect(isDatabaseDown(wrapped(error as Error))).toBe(true);
  });

  test("the server closes the connection", async () => {
    const server = createServer((socket) => socket.on("error", () => {}).destroy());
    const error = await getConnectError(
      `postgres://app@127.0.0.1:${await listeningPort(server)}/app`,
    );
    server.close();
    expect(isDatabaseDown(error)).toBe(true);
  });

  test("the server accepts the connection and never responds", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}));
    const error = await getConnectError(
      `postgres://app@127.0.0.1:${await listeningPort(server)}/app`,
    );
    server.close();
    expect(isDatabaseDown(error)).toBe(true);
  });

  test.each(["EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])(
    "its machine is unreachable: %s",
    (code) => {
      expect(isDatabaseDown(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true);
    },
  );

  test("an answer does not arrive in time", async () => {
    // Speaks just enough of the protocol to sign a client in: AuthenticationOk, ReadyForQuery.
    const server = createServer((socket) =>
      socket
        .on("error", () => {})
        .once("data", () =>
          socket.write(Buffer.from("520000000800000000" + "5a0000000549", "hex")),
        ),
    );
    const client = new pg.Client({
      host: "127.0.0.1",
      port: await listeningPort(server),
      query_timeout: 50,
    });
    client.on("error", () => {});
    await client.connect();
    const error = await client.query("select 1").catch((reason: unknown) => reason);
    await client.end();
    server.close();
    expect(isDatabaseDown(error)).toBe(true);
  });

  test("a pool has waited too long for a connection, or was closed", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}));
    const pool = new pg.Pool({
      host: "127.0.0.1",
      port: await listeningPort(server),
      max: 1,
      connectionTimeoutMillis: 50,
    });
    const errors = await Promise.all(
      [pool.query("select 1"), pool.query("select 1")].map((query) =>
        query.catch((error: unknown) => error),
      ),
    );
    await pool.end();
    errors.push(await pool.query("select 1").catch((error: unknown) => error));
    server.close();
    expect(errors.map((error) => isDatabaseDown(error))).toEqual([true, true, true]);
  });

  test.each(["08006", "08003", "53300", "57P01", "57P02", "57P03"])("it responds %s", (code) => {
    expect(isDatabaseDown(serverError(code, "x"))).toBe(true);
    expect(isDatabaseDown(wrapped(serverError(code, "x")))).toBe(true);
  });

  test.each(["23505", "42P01", "42501", "40001", "22P02", "57014"])(
    "not when it responds %s",
    (code) => expect(isDatabaseDown(wrapped(serverError(code, "x")))).toBe(false),
  );

  test.each([[new Error("no such page")], ["57P01"], [undefined], [{ code: "57P01" }]])(
    "not for %s",
    (error) => expect(isDatabaseDown(error)).toBe(false),
  );
});
