import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { limitBodyTime } from "./body-timeout.ts";

const LIMIT_MS = 100;

/** Returns what a server sends for these bytes until it closes the connection. */
async function sendBytes(bytes: string, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  let text = "";
  for await (const part of socket) text += part;
  server.close();
  return text;
}

test("closes the connection when a body does not arrive in time", async () => {
  const response = await sendBytes(
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf",
    (req, res) => {
      limitBodyTime(req, res, LIMIT_MS);
      req.resume();
    },
  );
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test("sends nothing after a response that has started", async () => {
  const response = await sendBytes(
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    (req, res) => {
      limitBodyTime(req, res, LIMIT_MS);
      req.resume();
      res.write("begun");
    },
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).not.toContain("408");
});

test("does not limit requests without a body, or whose body has arrived", async () => {
  for (const request of [
    "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfull",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  ]) {
    const response = await sendBytes(request, (req, res) => {
      limitBodyTime(req, res, LIMIT_MS);
      req.resume();
      setTimeout(() => res.end("late"), 2 * LIMIT_MS);
    });
    expect(response).toMatch(/^HTTP\/1\.1 200 .*late/s);
  }
});
