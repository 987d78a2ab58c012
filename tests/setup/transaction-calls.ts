// Fails a test in which the application reads a file or calls another system within a transaction of the
// database: a slow disk or network would hold a connection and its locks. The application knows nothing of
// this check; it watches the driver's `begin` and what Node starts until `commit` or `rollback`.

import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach } from "vitest";

type Transaction = { isOpen: boolean; socket: unknown };

/** What Node starts for files, names, connections, processes and threads, by its types of async resources. */
const CALLS = new Set([
  "DIRHANDLE",
  "FILEHANDLE",
  "FILEHANDLECLOSEREQ",
  "FSREQCALLBACK",
  "FSREQPROMISE",
  "GETADDRINFOREQWRAP",
  "GETNAMEINFOREQWRAP",
  "HTTPCLIENTREQUEST",
  "PIPECONNECTWRAP",
  "PROCESSWRAP",
  "QUERYWRAP",
  "TCPCONNECTWRAP",
  "UDPSENDWRAP",
  "WORKER",
]);
/** Calls that may go over a connection which is open already. */
const CHANNELS = ["undici:request:create", "http.client.request.created"];
const ROOT = join(import.meta.dirname, "../..");
/** A backup and its restoring pass a file of any size through one snapshot or one transaction. */
const STREAMS_A_FILE = `${ROOT}/app/features/backup/`;

const scope = new AsyncLocalStorage<Transaction | undefined>();
const found: Error[] = [];

/** Calls within transactions since the last one of these, and forgets them. */
export const takeTransactionCalls = (): Error[] => found.splice(0);

function note(what: string): void {
  if (scope.getStore()?.isOpen)
    found.push(new Error(`${what} within a transaction of the database`));
}

/** Transactions of the application and of its libraries, not those that a test begins itself. */
function isWatched(stack: string): boolean {
  const callers = stack.split("\n").filter((line) => !line.includes(import.meta.filename));
  const own = callers.find(
    (line) => line.includes(`${ROOT}/app/`) || line.includes(`${ROOT}/tests/`),
  );
  return !own?.includes(`${ROOT}/tests/`) && !stack.includes(STREAMS_A_FILE);
}

function watchDriver(): void {
  const open = new WeakMap<object, Transaction>();
  type Query = (this: { connection: { stream: Socket } }, ...args: unknown[]) => unknown;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    const [statement] = args as [string | { text?: string } | undefined];
    const text = (typeof statement === "string" ? statement : statement?.text)?.trim() ?? "";
    if (/^(?:begin|start transaction)\b/i.test(text) && isWatched(new Error().stack ?? "")) {
      const transaction = { isOpen: true, socket: this.connection.stream };
      open.set(this, transaction);
      // What the caller awaits from here on runs in this scope; its own callers do not.
      scope.enterWith(transaction);
    } else if (/^(?:commit|rollback|end)\s*;?$/i.test(text)) {
      const transaction = open.get(this);
      if (transaction) transaction.isOpen = false;
    }
    return query.apply(this, args);
  };
}

function watchSockets(): void {
  type Write = (this: Socket, ...args: unknown[]) => boolean;
  const prototype = Socket.prototype as unknown as { write: Write };
  const { write } = prototype;
  const isOutput = (socket: unknown) => socket === process.stdout || socket === process.stderr;
  prototype.write = function (...args) {
    if (this !== scope.getStore()?.socket && !isOutput(this)) note("a write to another connection");
    return write.apply(this, args);
  };
}

/** Calls that wait start nothing that a hook could see. */
function watchSyncFiles(): void {
  const functions = fs as unknown as Record<string, unknown>;
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== "function" || !name.endsWith("Sync")) continue;
    const watched = function (this: unknown, ...args: unknown[]) {
      note(name);
      return original.apply(this, args);
    };
    functions[name] = Object.assign(watched, original);
  }
  syncBuiltinESMExports();
}

watchDriver();
watchSockets();
watchSyncFiles();
for (const channel of CHANNELS) subscribe(channel, () => note(channel));
createHook({
  init(_id, type) {
    if (CALLS.has(type)) note(type);
  },
}).enable();

const failOnCalls = () => {
  const [first] = takeTransactionCalls();
  if (first) throw first;
};
afterEach(failOnCalls);
afterAll(failOnCalls);
