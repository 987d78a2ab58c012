import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { createAdmission } from "./admission.ts";
import { createBodyReceiver } from "./receive-body.ts";

const MAX_BYTES = 100_000;
const opened: Socket[] = [];
const closing: (() => void)[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const close of closing.splice(0)) close();
});

/** A server that responds with the length of the body, after admission. */
async function setUp(limits: { maxBufferedBytes?: number; smallBodyBytes?: number } = {}) {
  const admission = createAdmission({ delayMs: () => 0 });
  const app = new Hono().post("*", async (c) => {
    if (!(await admission.enter("high", () => false))) return c.text("shed", 503);
    const body = await c.req.raw.arrayBuffer();
    admission.leave("high");
    return c.text(`length ${body.byteLength}`);
  });
  const receive = createBodyReceiver({
    listener: getRequestListener(app.fetch),
    refuse: (res) => res.writeHead(503, { Connection: "close" }).end("no memory"),
    ...limits,
  });
  const server = createServer((req, res) =>
    receive(req, res, { maxBytes: MAX_BYTES, path: "/" }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  /** Sends the head and a part of the body, and waits until the server has read the head. */
  const sendPart = async (announced: number, part: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    opened.push(socket);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
    socket.write(part);
    return socket;
  };
  const post = async (body: BodyInit, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, ...init });
    return `${response.status} ${await response.text()}`;
  };
  return { sendPart, post };
}

const readAll = async (socket: Socket) => {
  let text = "";
  for await (const part of socket) text += part;
  return text;
};

test("half-sent bodies do not count as requests in progress", async () => {
  const { sendPart, post } = await setUp();
  const half: Socket[] = [];
  for (let client = 0; client < 410; client++) half.push(await sendPart(10, "half-"));
  expect(await post("a whole body")).toBe("200 length 12");
  // A late body is still received.
  half[0]?.write("sent.");
  expect(await readAll(half[0] as Socket)).toMatch(/^HTTP\/1\.1 200 .*length 10$/s);
});

test("receives a body unchanged, even in parts without a length, and detects one byte too many", async () => {
  const { post } = await setUp();
  const inParts = (...parts: string[]) =>
    post(new Blob(parts).stream(), { duplex: "half" } as RequestInit);
  expect(await inParts("one", "two")).toBe("200 length 6");
  expect(await post("x".repeat(MAX_BYTES))).toBe(`200 length ${MAX_BYTES}`);
  expect(Number((await inParts("x".repeat(MAX_BYTES + 1))).split(" ").at(-1))).toBeGreaterThan(
    MAX_BYTES,
  );
});

test("refuses large bodies, and not small ones, when the memory for bodies is full", async () => {
  const { sendPart, post } = await setUp({ maxBufferedBytes: 20_000, smallBodyBytes: 2_000 });
  const large = [
    await sendPart(50_000, "x".repeat(15_000)),
    await sendPart(50_000, "x".repeat(15_000)),
  ];
  expect(await Promise.race(large.map(readAll))).toMatch(/^HTTP\/1\.1 503 .*no memory/s);
  expect(await post("x".repeat(2_000))).toBe("200 length 2000");
});
