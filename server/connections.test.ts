import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { HOUR_MS } from "#app/lib/durations.ts";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type EndReason,
  limitConnections,
} from "./connections.ts";
import { serveFromMemory } from "./serve-from-memory.ts";

const PROXY = "127.0.0.9";
const proxies = new BlockList();
proxies.addAddress(PROXY, "ipv4");
const formatGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
const MEMORY = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nmemory";
const LARGE = Buffer.alloc(1_000_000, "a");

let server: Server;
let sockets: Socket[];

/** Connections are swept only by the test itself. */
const MANUAL_SWEEP = { sweepMs: HOUR_MS };

/** A server with a page in memory, a large page, and one that is never ready. */
async function setUp(
  limits: Partial<ConnectionLimits>,
  { now, countBytesSent }: { now?: () => number; countBytesSent?: (socket: Socket) => number } = {},
) {
  sockets = [];
  const ended: EndReason[] = [];
  server = createServer((req, res) => {
    if (req.url === "/large") res.end(LARGE);
    else if (req.url !== "/never") res.end("http");
  });
  const inMemory: Record<string, Buffer> = {
    "/page": Buffer.from(MEMORY),
    "/large-memory": Buffer.alloc(20_000_000, "a"),
  };
  serveFromMemory(server, {
    firstRequestMs: 60_000,
    idleMs: 60_000,
    find: ({ path }) => inMemory[path],
  });
  const { sweep } = limitConnections(server, {
    limits: { ...CONNECTION_LIMITS, ...limits },
    proxies,
    onEnd: (reason) => ended.push(reason),
    now,
    countBytesSent,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { ended, sweep };
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** A connection that the server has accepted, from an address of this machine. */
async function open(localAddress = "127.0.0.1") {
  const accepted = once(server, "connection");
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: "127.0.0.1",
    localAddress,
  });
  socket.on("error", () => {});
  sockets.push(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const [serverSocket] = (await accepted) as [Socket];
  return {
    socket,
    closed,
    serverSocket,
    /** Resolves once the server has received the requests. */
    async sendUnread(path: string, times = 1) {
      const received = once(serverSocket, "data");
      socket.write(formatGet(path).repeat(times));
      await received;
    },
    /** Resolves with the end of the response. */
    async request(path: string) {
      socket.write(formatGet(path));
      let text = "";
      while (!/(?:http|memory)$/.test(text)) text += String((await once(socket, "data"))[0]);
    },
  };
}

test.each([
  ["that sends request after request and reads nothing", "/large", 100],
  ["that does not read its page from memory", "/large-memory", 1],
])("disconnects a client %s after a minute at most", async (_what, path, times) => {
  let clock = 0;
  const { ended, sweep } = await setUp(MANUAL_SWEEP, { now: () => clock });
  const { socket, serverSocket, sendUnread } = await open();
  socket.pause();
  await sendUnread(path, times);
  const failed = once(socket, "error");
  for (; clock < 65_000; clock += 1_000) sweep();
  expect(ended).toEqual(["stalled"]);
  expect(serverSocket.destroyed).toBe(true);
  // Reset, so that nothing stays in the kernel for a client that does not read.
  socket.resume();
  expect(await failed).toMatchObject([{ code: "ECONNRESET" }]);
});

test.each([
  ["one segment each 20 seconds is cut off", 1_460 / 20, 60],
  ["3 KB a second is cut off", 3_000, 80],
  ["5 KB a second gets all of it", 5_000, undefined],
])("a client that reads %s", async (_what, bytesPerSecond, cutAfterSeconds) => {
  let clock = 0;
  const { ended, sweep } = await setUp(MANUAL_SWEEP, {
    now: () => clock,
    countBytesSent: () => (clock / 1_000) * bytesPerSecond,
  });
  const { socket, sendUnread } = await open();
  socket.pause();
  await sendUnread("/large-memory");
  for (; clock < HOUR_MS && ended.length === 0; clock += 1_000) sweep();
  expect(ended).toEqual(cutAfterSeconds ? ["stalled"] : []);
  if (cutAfterSeconds) expect(clock).toBeLessThan(cutAfterSeconds * 1_000);
});

test("counts bytes of one large response as they leave", async () => {
  let clock = 0;
  const { ended, sweep } = await setUp(MANUAL_SWEEP, { now: () => clock });
  const { socket, serverSocket, sendUnread } = await open();
  socket.pause();
  await sendUnread("/large-memory");
  const written = once(serverSocket, "drain");
  let received = 0;
  let sweeps = 0;
  socket.on("data", (part: Buffer) => {
    received += part.length;
    if (received < (sweeps + 1) * 2_000_000) return;
    sweeps += 1;
    clock += 20_000;
    sweep();
  });
  socket.resume();
  await written;
  expect(ended).toEqual([]);
  expect(sweeps).toBeGreaterThan(5);
});

test("does not treat a running download from memory as idle", async () => {
  let clock = 0;
  const { ended, sweep } = await setUp(
    { ...MANUAL_SWEEP, maxConnections: 1, crowdedFrom: 1, crowdedIdleMs: 5_000 },
    { now: () => clock },
  );
  const download = await open();
  download.socket.pause();
  await download.sendUnread("/large-memory");
  clock = 6_000;
  sweep();
  expect(ended).toEqual([]);
  await (await open()).closed;
  expect(ended).toEqual(["full"]);
  expect(download.serverSocket.destroyed).toBe(false);
  // Once it is complete, the time until the next request begins.
  clock = 12_000;
  sweep();
  const received = once(download.serverSocket, "drain");
  download.socket.resume();
  await received;
  clock = 16_000;
  sweep();
  expect(download.serverSocket.destroyed).toBe(false);
});

test("closes the longest idle connection of an address for a new one", async () => {
  const { ended } = await setUp({ maxPerCaller: 2 });
  const [first, second] = [await open(), await open()];
  await first.request("/http");
  const third = await open();
  await second.closed;
  await Promise.all([first, third].map((connection) => connection.request("/page")));
  expect(ended).toEqual(["share"]);
});

test("refuses a new connection of an address whose share is busy; other addresses and proxies continue", async () => {
  const { ended } = await setUp({ maxPerCaller: 2 });
  for (let busy = 0; busy < 2; busy++) {
    const requested = once(server, "request");
    (await open("127.0.0.2")).socket.write(formatGet("/never"));
    await requested;
  }
  await (await open("127.0.0.2")).closed;
  for (const address of ["127.0.0.1", "127.0.0.3", PROXY, PROXY, PROXY, PROXY])
    await (await open(address)).request("/http");
  expect(ended).toEqual(["share"]);
});

test("does not let idle connections lock out a visitor", async () => {
  const { ended } = await setUp({ maxConnections: 3 });
  const idle = [await open("127.0.0.2"), await open("127.0.0.3"), await open("127.0.0.4")];
  const visitor = await open();
  await idle[0]?.closed;
  await visitor.request("/page");
  expect(ended).toEqual(["full"]);
});

test("closes idle connections early when crowded, and no busy ones", async () => {
  let clock = 0;
  const { ended, sweep } = await setUp(
    { ...MANUAL_SWEEP, crowdedFrom: 3, crowdedIdleMs: 5_000 },
    { now: () => clock },
  );
  const requested = once(server, "request");
  const busy = await open();
  busy.socket.write(formatGet("/never"));
  await requested;
  const [one, two] = [await open(), await open()];
  sweep();
  clock = 4_000;
  sweep();
  expect(ended).toEqual([]);
  clock = 6_000;
  sweep();
  await Promise.all([one.closed, two.closed]);
  expect(ended).toEqual(["crowded", "crowded"]);
  expect(busy.serverSocket.destroyed).toBe(false);
});
