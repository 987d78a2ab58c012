// Records where the application reads a file or calls another system within a transaction of the
// database: a slow disk or network would hold a connection and its locks. The check needs no support by the
// application: it watches the driver's `begin` and what Node starts until `commit` or `rollback`.
// It is loaded once in a worker; `fail-on-transaction-calls.ts` checks what it records in each test.

import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";

type Transaction = { isOpen: boolean; socket: unknown };

/** What Node starts for files, names, connections, processes and threads, by its types of async resources. */
const WATCHED_RESOURCES = new Set([
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
/** Calls that may use an open connection, and so start no resource. */
const CHANNELS = ["undici:request:create", "http.client.request.created"];
const ROOT = join(import.meta.dirname, "../..");
/** Backup and restore stream a file of any size through one snapshot or one transaction. */
const EXEMPT_FOLDER = `${ROOT}/app/features/backup/`;

const currentTransaction = new AsyncLocalStorage<Transaction | undefined>();
const violations: Error[] = [];

/** Returns the calls within transactions since the last time, and forgets them. */
export const drainTransactionCalls = (): Error[] => violations.splice(0);

function recordCall(what: string): void {
  if (currentTransaction.getStore()?.isOpen)
    violations.push(new Error(`${what} within a transaction of the database`));
}

/** What stands between the driver and who calls it. */
const BETWEEN = [import.meta.filename, `${ROOT}/app/db/trace-queries.server.ts`];

/** Whether a transaction belongs to the application or its libraries, not to a test. */
function isWatched(stack: string): boolean {
  const callers = stack.split("\n").filter((line) => !BETWEEN.some((file) => line.includes(file)));
  const caller = callers.find(
    (line) => line.includes(`${ROOT}/app/`) || line.includes(`${ROOT}/tests/`),
  );
  return !caller?.includes(`${ROOT}/tests/`) && !stack.includes(EXEMPT_FOLDER);
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
      currentTransaction.enterWith(transaction);
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
    if (this !== currentTransaction.getStore()?.socket && !isOutput(this))
      recordCall("a write to another connection");
    return write.apply(this, args);
  };
}

/** Synchronous calls start no resource that a hook could see. */
function watchSyncFiles(): void {
  const functions = fs as unknown as Record<string, unknown>;
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== "function" || !name.endsWith("Sync")) continue;
    const watched = function (this: unknown, ...args: unknown[]) {
      recordCall(name);
      return original.apply(this, args);
    };
    functions[name] = Object.assign(watched, original);
  }
  syncBuiltinESMExports();
}

watchDriver();
watchSockets();
watchSyncFiles();
for (const channel of CHANNELS) subscribe(channel, () => recordCall(channel));
createHook({
  init(_id, type) {
    if (WATCHED_RESOURCES.has(type)) recordCall(type);
  },
}).enable();
