import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRequestUrls } from "./request-urls.ts";

type Target = {
  url: string;
  path: string;
  readsQuery: boolean;
  response?: { status: number; headers: Record<string, string>; body: string };
};
type RequestOptions = { target?: string; host?: string; method?: string };

const open = createRequestUrls({});
const published = createRequestUrls({ publicUrl: "https://henry.example" });
let urls = open;
let port: number;

// A real server, so that requests are those of Node. The result is in a header, so that HEAD
// returns as much as GET.
const server = createServer((req, res) => {
  const target = urls.read(req);
  res.setHeader("Target", encodeURIComponent(JSON.stringify({ ...target, url: req.url })));
  res.end();
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((closed) => server.close(closed)));

function send(
  reader: typeof urls,
  { target = "/", host, method = "GET" }: RequestOptions,
): Promise<Target> {
  urls = reader;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path: target,
        method,
        agent: false,
        headers: host === undefined ? {} : { Host: host },
      },
      (res) => {
        res.resume();
        resolve(JSON.parse(decodeURIComponent(String(res.headers.target))));
      },
    );
    call.on("error", reject).end();
  });
}

/** Raw headers, which may repeat. */
function sendRaw(headers: string[]): Promise<Target> {
  urls = open;
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, agent: false, setHost: false, headers },
      (res) => {
        res.resume();
        resolve(JSON.parse(decodeURIComponent(String(res.headers.target))));
      },
    );
    call.on("error", reject).end();
  });
}

describe("without PUBLIC_URL", () => {
  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "127.0.0.2", "[::1]:3000"])(
    "accepts this machine as %s",
    async (host) => {
      expect(await send(open, { target: "/quote?service=plumbing", host })).toEqual({
        url: `http://${host}/quote?service=plumbing`,
        path: "/quote",
        readsQuery: false,
      });
    },
  );

  test.each([
    "henry.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:3000",
    "localhost@evil.example",
    "10.0.0.1",
    "[::2]",
  ])("refuses %s, and says what to configure", async (host) => {
    const { response } = await send(open, { host });
    expect(response?.status).toBe(421);
    expect(response?.body).toContain("set PUBLIC_URL");
  });

  test("uses the opened port in its own URL", () => {
    const own = createRequestUrls({});
    own.setPort(4321);
    expect(own.ownOrigin()).toBe("http://localhost:4321");
  });
});

test("refuses a request that names two hosts, even the same one twice", async () => {
  for (const names of [
    ["Host", "Host"],
    ["host", "HOST"],
  ]) {
    for (const second of ["localhost", "evil.example"]) {
      const { response } = await sendRaw([names[0], "localhost", names[1], second] as string[]);
      expect(response).toMatchObject({ status: 400, body: "This request names two hosts." });
    }
  }
  expect((await sendRaw(["Host", "localhost", "X-Host", "localhost"])).response).toBeUndefined();
});

describe("with PUBLIC_URL", () => {
  test("serves pages there, whatever port the server opened", async () => {
    published.setPort(4321);
    expect(published.ownOrigin()).toBe("https://henry.example");
    expect(await send(published, { target: "/auto?a=1", host: "henry.example" })).toEqual({
      url: "https://henry.example/auto?a=1",
      path: "/auto",
      readsQuery: false,
    });
  });

  test.each(["GET", "HEAD"])(
    "redirects %s for another host, with path and query",
    async (method) => {
      const { response } = await send(published, {
        target: "/auto?a=1",
        host: "www.henry.example",
        method,
      });
      expect(response).toMatchObject({
        status: 308,
        headers: { Location: "https://henry.example/auto?a=1" },
      });
    },
  );

  test("refuses anything else for another host, and says where the site is", async () => {
    const { response } = await send(published, {
      target: "/quote",
      host: "evil.example",
      method: "POST",
    });
    expect(response?.status).toBe(421);
    expect(response?.body).toBe("This site lives at https://henry.example.");
  });

  test.each([
    "//evil.example",
    "//evil.example/x",
    "http://evil.example//other.example",
    "/\\evil.example",
    "/@evil.example",
  ])("never redirects elsewhere for %s", async (target) => {
    const { response } = await send(published, { target, host: "www.henry.example" });
    expect(response?.status).toBe(308);
    expect(new URL(response?.headers.Location ?? "").origin).toBe("https://henry.example");
  });

  test.each(["/healthz", "/readyz", "/metrics", "/readyz?verbose"])(
    "allows load balancers to request %s by address",
    async (target) => {
      const read = await send(published, { target, host: "10.0.0.5:3000" });
      expect(read.response).toBeUndefined();
      expect(read.url).toBe(`https://henry.example${target}`);
    },
  );
});

test("uses only the path of an absolute request target", async () => {
  expect(
    await send(open, { target: "http://evil.example/auto?a=1", host: "localhost" }),
  ).toMatchObject({ url: "http://localhost/auto?a=1", path: "/auto" });
  expect(
    await send(published, { target: "HTTPS://evil.example", host: "henry.example" }),
  ).toMatchObject({ url: "https://henry.example/", path: "/" });
});

test("refuses a target that is not a path", async () => {
  expect(
    (await send(open, { target: "*", host: "localhost", method: "OPTIONS" })).response?.status,
  ).toBe(400);
});

test.each([
  ["/auto?preview", true],
  ["/auto?preview=1", true],
  ["/auto?a=1&preview=", true],
  ["/auto?previewed=1", false],
  ["/auto?a=preview", false],
  ["/preview", false],
  ["/auto?a=1:0", false],
  ["/quiz/ac-not-cooling?a=1:0", true],
  ["/quiz/ac-not-cooling?utm_source=x&a=", true],
  ["/quiz/ac-not-cooling?ad=1", false],
])("%s depends on its query: %s", async (target, readsQuery) =>
  expect((await send(open, { target, host: "localhost" })).readsQuery).toBe(readsQuery),
);
