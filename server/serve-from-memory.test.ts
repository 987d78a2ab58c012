import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPlainGet } from "./plain-get.ts";
import { serveFromMemory } from "./serve-from-memory.ts";

const FROM_MEMORY = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nmemory";
const formatGet = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: site.test", ...headers, "", ""].join("\r\n");

/** No stall of a busy machine is this long; tests that wait for a limit set a short one. */
const NEVER_MS = 60_000;

let server: Server;
let memoryFront: ReturnType<typeof serveFromMemory>;
let sockets: Socket[];

async function start({
  firstRequestMs = NEVER_MS,
  idleMs = NEVER_MS,
  headersTimeout = NEVER_MS,
} = {}) {
  const limits = { keepAliveTimeout: NEVER_MS, headersTimeout, connectionsCheckingInterval: 20 };
  server = createServer(limits, (req: IncomingMessage, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => res.end(`http ${req.method} ${req.url} ${Buffer.concat(parts)}|`));
  });
  memoryFront = serveFromMemory(server, {
    firstRequestMs,
    idleMs,
    find: ({ path }) => (path === "/page" ? Buffer.from(FROM_MEMORY) : undefined),
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
}
/** Closes the server with all its connections. */
async function stop() {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

beforeEach(async () => {
  sockets = [];
  await start();
});
afterEach(stop);

/** Starts the server again, with short limits. */
async function restart(limits: Parameters<typeof start>[0]) {
  await stop();
  await start(limits);
}

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
    /** Resolves with what has arrived since the last call, once it ends with this text. */
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
      socket.write(formatGet("/page"));
      expect(await until("memory")).toBe(FROM_MEMORY);
    }
    socket.write("POST /form HTTP/1.1\r\nHost: site.test\r\nContent-Length: 4\r\n\r\nbody");
    await until("http POST /form body|");
    socket.write(formatGet("/page"));
    await until("http GET /page |");
  });

  test("that sends two requests at once gets two responses", async () => {
    const { socket, until } = open();
    socket.write(formatGet("/page?first") + formatGet("/page?second"));
    const responses = await until("http GET /page?second |");
    expect(responses).toContain("http GET /page?first |");
  });

  test("that sends a request in pieces is answered", async () => {
    const connected = once(server, "connection");
    const { socket, until } = open();
    const [serverSide] = (await connected) as [Socket];
    const text = formatGet("/page");
    socket.write(text.slice(0, 30));
    await once(serverSide, "data");
    socket.write(text.slice(30));
    await until("http GET /page |");
  });

  test("that sends nonsense gets the HTTP server's response", async () => {
    const { socket, until, closed } = open();
    socket.write("GET /page HTTP/1.1\r\nHost: site.test\r\nno colon\r\n\r\n");
    expect(await until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    await closed;
  });

  test("that stays silent is closed, and so is one that ends", async () => {
    await restart({ firstRequestMs: 150 });
    await open().closed;
    await restart({});
    const { socket, closed, until } = open();
    socket.write(formatGet("/page"));
    await until("memory");
    socket.end();
    await closed;
  });

  test("that requests nothing more after a page is closed", async () => {
    const idleMs = 1_000;
    await restart({ idleMs });
    const { socket, until, closed } = open();
    socket.write(formatGet("/page"));
    await until("memory");
    const idleSince = performance.now();
    await closed;
    expect(performance.now() - idleSince).toBeGreaterThan(idleMs / 2);
  });

  test.each([
    ["at first", ""],
    ["after a page", formatGet("/page")],
  ])(
    "that sends half a request %s is refused after the HTTP server's timeout for headers",
    async (_when, before) => {
      await restart({ headersTimeout: 200 });
      const { socket, until, closed } = open();
      if (before) {
        socket.write(before);
        await until("memory");
      }
      socket.write(formatGet("/page").slice(0, 30));
      expect(await until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 408 /);
      socket.end();
      await closed;
    },
  );

  test("that sends long headers gets them read, or refused, by the HTTP server", async () => {
    const { socket, until } = open();
    socket.write(formatGet("/page", `X-Long: ${"a".repeat(9_000)}`));
    await until("http GET /page |");
    const other = open();
    other.socket.write(formatGet("/page", `X-Long: ${"a".repeat(20_000)}`));
    expect(await other.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    ["", {}],
    [", even if the client keeps its side open", { allowHalfOpen: true }],
  ])("that waits for its next page is closed when the server stops%s", async (_how, options) => {
    const { socket, until } = open(options);
    socket.write(formatGet("/page"));
    await until("memory");
    const stopped = new Promise((done) => server.close(done));
    const since = performance.now();
    memoryFront.closeIdle();
    await stopped;
    // Not by its limit while idle.
    expect(performance.now() - since).toBeLessThan(NEVER_MS);
  });
});

describe("a plain GET", () => {
  test("is parsed into path, host, accepted encodings and known ETags", () => {
    const request = readPlainGet(
      Buffer.from(
        formatGet(
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
    ["another method", formatGet("/").replace("GET", "HEAD")],
    ["another version", formatGet("/").replace("1.1", "1.0")],
    ["an absolute address", formatGet("http://site.test/")],
    ["no host", "GET / HTTP/1.1\r\nAccept: */*\r\n\r\n"],
    ["two hosts", formatGet("/", "Host: evil.test")],
    ["a body", `${formatGet("/", "Content-Length: 2")}{}`],
    ["a body that is announced", formatGet("/", "Content-Length: 2")],
    ["a body in chunks", formatGet("/", "Transfer-Encoding: chunked")],
    ["a connection that closes", formatGet("/", "Connection: close")],
    ["an upgrade", formatGet("/", "Connection: Upgrade", "Upgrade: websocket")],
    ["a space before the colon", formatGet("/", "Content-Length : 2")],
    ["a folded line", formatGet("/", "X-A: 1", " Content-Length: 2")],
    ["a bare line feed", formatGet("/", "X-A: 1\nContent-Length: 2")],
    ["a zero byte", formatGet("/", "X-A: \0")],
  ])("%s is not one", (_, text) => {
    expect(readPlainGet(Buffer.from(text))).toBeUndefined();
  });

  test("is complete: neither a part of one nor one with anything after it counts", () => {
    const text = formatGet("/auto", "Accept-Encoding: br");
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
