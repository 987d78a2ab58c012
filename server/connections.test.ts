import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { CONNECTION_LIMITS, type ConnectionLimits, type EndReason, limitConnections } from "./connections.ts";
import { answerFromMemory } from "./memory-front.ts";

const PROXY = "127.0.0.9";
const proxies = new BlockList();
proxies.addAddress(PROXY, "ipv4");
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
const MEMORY = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nmemory";
const LARGE = Buffer.alloc(1_000_000, "a");

let server: Server;
let sockets: Socket[];

/** A server with a page in memory, a large page, and one that is never ready. */
async function setUp(limits: Partial<ConnectionLimits>, now?: () => number) {
  sockets = [];
  const ended: EndReason[] = [];
  server = createServer((req, res) => {
    if (req.url === "/large") res.end(LARGE);
    else if (req.url !== "/never") res.end("http");
  });
  const inMemory: Record<string, Buffer> = { "/page": Buffer.from(MEMORY), "/large-memory": Buffer.alloc(20_000_000, "a") };
  answerFromMemory(server, { firstRequestMs: 60_000, idleMs: 60_000, find: ({ path }) => inMemory[path] });
  const { sweep } = limitConnections(server, { limits: { ...CONNECTION_LIMITS, ...limits }, proxies, onEnd: (reason) => ended.push(reason), now });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { ended, sweep };
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** A connection that the server has seen, from an address of this machine. */
async function open(localAddress = "127.0.0.1") {
  const accepted = once(server, "connection");
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  sockets.push(socket);
  const closed = once(socket, "close");
  const [ofServer] = (await accepted) as [Socket];
  return {
    socket,
    closed,
    ofServer,
    /** Resolves with the answer's last words. */
    async asks(path: string) {
      socket.write(ask(path));
      let text = "";
      while (!/(?:http|memory)$/.test(text)) text += String((await once(socket, "data"))[0]);
    },
  };
}

test("a client that sends request after request and reads nothing is cut off", async () => {
  const { ended } = await setUp({ stalledMs: 50, slowestBytesPerSecond: 1e9, sweepMs: 10 });
  const { socket, ofServer } = await open();
  socket.pause().write(ask("/large").repeat(100));
  await once(ofServer, "close");
  expect(ended).toEqual(["stalled"]);
});

test("so is one that does not read its page from memory", async () => {
  const { ended } = await setUp({ stalledMs: 50, slowestBytesPerSecond: 1e9, sweepMs: 10 });
  const { socket, ofServer } = await open();
  socket.pause().write(ask("/large-memory"));
  await once(ofServer, "close");
  expect(ended).toEqual(["stalled"]);
});

test("a client that reads slowly has a second more for each four kilobytes that wait", async () => {
  let clock = 0;
  const { ended, sweep } = await setUp({ stalledMs: 20_000, sweepMs: 60_000 }, () => clock);
  const { socket, ofServer } = await open();
  socket.pause().write(ask("/large-memory"));
  await once(ofServer, "data");
  sweep();
  clock = 60 * 60_000;
  sweep();
  expect(ended).toEqual([]);
  clock = 24 * 60 * 60_000;
  sweep();
  expect(ended).toEqual(["stalled"]);
});

test("of one address the connection that is idle longest makes room for a new one", async () => {
  const { ended } = await setUp({ perAddress: 2 });
  const [first, second] = [await open(), await open()];
  await first.asks("/http");
  const third = await open();
  await second.closed;
  await Promise.all([first, third].map((connection) => connection.asks("/page")));
  expect(ended).toEqual(["share"]);
});

test("where an address has its share at work, a new connection is refused; other addresses and proxies go on", async () => {
  const { ended } = await setUp({ perAddress: 2 });
  for (let busy = 0; busy < 2; busy++) {
    const asked = once(server, "request");
    (await open("127.0.0.2")).socket.write(ask("/never"));
    await asked;
  }
  await (await open("127.0.0.2")).closed;
  for (const address of ["127.0.0.1", "127.0.0.3", PROXY, PROXY, PROXY, PROXY]) await (await open(address)).asks("/http");
  expect(ended).toEqual(["share"]);
});

test("idle connections from everywhere do not shut a visitor out", async () => {
  const { ended } = await setUp({ most: 3 });
  const idle = [await open("127.0.0.2"), await open("127.0.0.3"), await open("127.0.0.4")];
  const visitor = await open();
  await idle[0]?.closed;
  await visitor.asks("/page");
  expect(ended).toEqual(["full"]);
});

test("where it gets crowded, connections that are idle end early, those at work do not", async () => {
  const { ended } = await setUp({ crowdedFrom: 3, crowdedIdleMs: 50, sweepMs: 10 });
  const asked = once(server, "request");
  const busy = await open();
  busy.socket.write(ask("/never"));
  await asked;
  const [one, two] = [await open(), await open()];
  await Promise.race([one.closed, two.closed]);
  expect(ended[0]).toBe("crowded");
  expect(busy.ofServer.destroyed).toBe(false);
});
