import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { openTestDatabase } from "../factories.ts";
import { drainTransactionCalls } from "../setup/transaction-calls.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let server: Server;
let url: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await context.close();
  server.closeAllConnections();
  server.close();
});

const runInTransaction = (callback: (tx: pg.PoolClient) => Promise<unknown>) =>
  withTransaction(context.db, async ({ $client: tx }) => {
    await tx.query("select 1");
    await callback(tx);
    await tx.query("select 1");
  });
const file = import.meta.filename;
const callHttp = async () => {
  const [response] = await once(httpRequest(url).end(), "response");
  await text(response);
};

describe("within a transaction is found", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["reading a file", () => readFile(file)],
    ["looking at a file", () => stat(file)],
    ["opening a file", async () => (await open(file)).close()],
    ["a stream of a file", () => text(createReadStream(file))],
    ["a file that is read at once", async () => readFileSync(file)],
    ["fetch", async () => (await fetch(url)).text()],
    ["node:http", callHttp],
    ["a bare connection", () => once(connect(Number(new URL(url).port), "127.0.0.1"), "connect")],
    ["a name that is looked up", () => lookup("localhost")],
    ["another process", () => promisify(execFile)("true")],
    ["a thread", () => once(new Worker("", { eval: true }), "exit")],
    ["a statement on another connection", () => context.owner.$client.query("select 1")],
  ])("%s", async (_what, call) => {
    await runInTransaction(call);
    const calls = drainTransactionCalls();
    expect(calls.length).toBeGreaterThan(0);
    expect(calls[0]?.message).toMatch(/within a transaction of the database$/);
  });

  test("a call over a connection that is already open", async () => {
    await (await fetch(url)).text();
    await callHttp();
    for (const call of [async () => (await fetch(url)).text(), callHttp]) {
      await runInTransaction(call);
      expect(drainTransactionCalls().length).toBeGreaterThan(0);
    }
  });

  test("a call after several statements, deep in other functions", async () => {
    const queryNested = async (tx: pg.PoolClient, depth: number): Promise<void> => {
      await tx.query("select 1");
      if (depth > 0) return queryNested(tx, depth - 1);
      await Promise.all([tx.query("select 1"), readFile(file)]);
    };
    await runInTransaction((tx) => queryNested(tx, 5));
    expect(drainTransactionCalls().length).toBeGreaterThan(0);
  });

  test("a call of a transaction that fails", async () => {
    await expect(runInTransaction(() => readFile("/does-not-exist"))).rejects.toThrow("ENOENT");
    expect(drainTransactionCalls().length).toBeGreaterThan(0);
  });

  test.fails("and fails its test, even if the error is caught", async () => {
    await runInTransaction(() => readFile(file)).catch(() => {});
  });
});

describe("nothing is found", () => {
  test("in plain statements, and before, beside and after a transaction", async () => {
    await readFile(file);
    await Promise.all([
      runInTransaction((tx) => tx.query("select pg_sleep(0.05)")),
      readFile(file),
      fetch(url).then((response) => response.text()),
    ]);
    await (await fetch(url)).text();
    await runInTransaction((tx) => tx.query("select $1::text", ["x".repeat(100_000)]));
    await readFile(file);
    expect(drainTransactionCalls()).toEqual([]);
  });

  test("in work that a transaction starts but does not wait for", async () => {
    let finish = () => {};
    const transactionEnd = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let lateRead: Promise<unknown> = Promise.resolve();
    await runInTransaction(async () => {
      lateRead = transactionEnd.then(() => readFile(file));
    });
    finish();
    await lateRead;
    expect(drainTransactionCalls()).toEqual([]);
  });
});
