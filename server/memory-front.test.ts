import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveFromMemory } from "./memory-front.ts";
import { readPlainGet } from "./plain-get.ts";

const FROM_MEMORY = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nmemory";
const ask = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: site.test", ...headers, "", ""].join("\r\n");

const IDLE_MS = 1_000;

let server: Server;
let front: ReturnType<typeof serveFromMemory>;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  const limits = { keepAliveTimeout: 5_000, headersTimeout: 200, connectionsCheckingInterval: 20 };
  server = createServer(limits, (req: IncomingMessage, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => res.end(`http ${req.method} ${req.url} ${Buffer.concat(parts)}|`));
  });
  front = serveFromMemory(server, {
    firstRequestMs: 150,
    idleMs: IDLE_MS,
    find: ({ path }) => (path === "/page" ? Buffer.from(FROM_MEMORY) : undefined),
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function open(options: { allowHalfOpen?: boolean } = {}) {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, ...options });
  sockets.push(socket);
  let received = "";
  const closed = once(socket, "close");
  socket.on("data", (part: Buffer) => {
    received += part;
  });
  return {
    socket,
    closed,
    /** What arrived since the last look, once it ends so. */
    async until(end: string) {
      while (!received.endsWith(end))
        await Promise.race([
          once(socket, "data"),
          closed.then(() => expect.unreachable(`closed after: ${received}`)),
        ]);
      const text = received;
      received = "";
      return text;
    },
  };
}

describe("a connection", () => {
  test("gets pages from memory, then everything else from the HTTP server, in order", async () => {
    const { socket, until } = open();
    for (let visit = 1; visit <= 3; visit++) {
      socket.write(ask("/page"));
      expect(await until("memory")).toBe(FROM_MEMORY);
    }
    socket.write("POST /form HTTP/1.1\r\nHost: site.test\r\nContent-Length: 4\r\n\r\nbody");
    await until("http POST /form body|");
    socket.write(ask("/page"));
    await until("http GET /page |");
  });

  test("that sends two requests at once gets two answers", async () => {
    const { socket, until } = open();
    socket.write(ask("/page?first") + ask("/page?second"));
    const answers = await until("http GET /page?second |");
    expect(answers).toContain("http GET /page?first |");
  });

  test("that sends a request in pieces is answered", async () => {
    const connected = once(server, "connection");
    const { socket, until } = open();
    const [serverSide] = (await connected) as [Socket];
    const text = ask("/page");
    socket.write(text.slice(0, 30));
    await once(serverSide, "data");
    socket.write(text.slice(30));
    await until("http GET /page |");
  });

  test("that sends nonsense gets the HTTP server's answer", async () => {
    const { socket, until, closed } = open();
    socket.write("GET /page HTTP/1.1\r\nHost: site.test\r\nno colon\r\n\r\n");
    expect(await until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    await closed;
  });

  test("that says nothing is closed, and so is one that ends", async () => {
    await open().closed;
    const { socket, closed, until } = open();
    socket.write(ask("/page"));
    await until("memory");
    socket.end();
    await closed;
  });

  test("that asks for nothing more after a page is closed", async () => {
    const { socket, until, closed } = open();
    socket.write(ask("/page"));
    await until("memory");
    const idleSince = performance.now();
    await closed;
    expect(performance.now() - idleSince).toBeGreaterThan(IDLE_MS / 2);
  });

  test.each([
    ["at first", ""],
    ["after a page", ask("/page")],
  ])(
    "that sends half a request %s is refused after the HTTP server's time for headers",
    async (_when, before) => {
      const { socket, until, closed } = open();
      if (before) {
        socket.write(before);
        await until("memory");
      }
      socket.write(ask("/page").slice(0, 30));
      expect(await until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 408 /);
      socket.end();
      await closed;
    },
  );

  test("that sends long headers gets them read, or refused, by the HTTP server", async () => {
    const { socket, until } = open();
    socket.write(ask("/page", `X-Long: ${"a".repeat(9_000)}`));
    await until("http GET /page |");
    const other = open();
    other.socket.write(ask("/page", `X-Long: ${"a".repeat(20_000)}`));
    expect(await other.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    ["", {}],
    [", also where the client keeps its side open", { allowHalfOpen: true }],
  ])("that waits for its next page is closed when the server stops%s", async (_how, options) => {
    const { socket, until } = open(options);
    socket.write(ask("/page"));
    await until("memory");
    const stopped = new Promise((done) => server.close(done));
    const since = performance.now();
    front.closeIdle();
    await stopped;
    expect(performance.now() - since).toBeLessThan(IDLE_MS);
  });
});

describe("a plain GET", () => {
  test("gives what decides the answer", () => {
    const request = readPlainGet(
      Buffer.from(
        ask(
          "/auto",
          "accept-ENCODING:  br, gzip ",
          'If-None-Match: W/"x"',
          "Connection: Keep-Alive",
        ),
      ),
    );
    expect(request).toEqual({
      path: "/auto",
      host: "site.test",
      acceptEncoding: "br, gzip",
      ifNoneMatch: 'W/"x"',
    });
  });

  test.each([
    ["another method", ask("/").replace("GET", "HEAD")],
    ["another version", ask("/").replace("1.1", "1.0")],
    ["an absolute address", ask("http://site.test/")],
    ["no host", "GET / HTTP/1.1\r\nAccept: */*\r\n\r\n"],
    ["two hosts", ask("/", "Host: evil.test")],
    ["a body", `${ask("/", "Content-Length: 2")}{}`],
    ["a body that is announced", ask("/", "Content-Length: 2")],
    ["a body in chunks", ask("/", "Transfer-Encoding: chunked")],
    ["a connection that closes", ask("/", "Connection: close")],
    ["an upgrade", ask("/", "Connection: Upgrade", "Upgrade: websocket")],
    ["a space before the colon", ask("/", "Content-Length : 2")],
    ["a folded line", ask("/", "X-A: 1", " Content-Length: 2")],
    ["a bare line feed", ask("/", "X-A: 1\nContent-Length: 2")],
    ["a zero byte", ask("/", "X-A: \0")],
  ])("%s is not one", (_, text) => {
    expect(readPlainGet(Buffer.from(text))).toBeUndefined();
  });

  test("is whole: no part of one is, nor one with anything after it", () => {
    const text = ask("/auto", "Accept-Encoding: br");
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        (length) => readPlainGet(Buffer.from(text.slice(0, length))) === undefined,
      ),
    );
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        (rest) => readPlainGet(Buffer.from(text + rest)) === undefined,
      ),
    );
  });
});
