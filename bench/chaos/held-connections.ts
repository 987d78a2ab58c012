import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { waitUntilSettled } from "../site.ts";
import { type ChaosResult, formatSeconds, type PartOptions } from "./metrics.ts";
import { type Site, withSite } from "./site.ts";

/** More than the server accepts, from enough addresses that none exceeds its limit. */
const IDLE_CONNECTIONS = 2_300;
const IDLE_ADDRESSES = 20;
const VISITORS = 20;
const VISITOR_DEADLINE_MS = 5_000;
const MAX_HOLD_MS = 90_000;
const SEND_EVERY_MS = 20;
const GET = "GET /resources HTTP/1.1\r\nHost: localhost\r\n\r\n";

/**
 * Tests clients that hold connections open: some that are silent, and one that sends requests and
 * never reads.
 */
export function holdConnections(_options: PartOptions): Promise<ChaosResult[]> {
  // Loopback addresses are clients here, not proxies.
  return withSite({ TRUSTED_PROXIES: "" }, async (site) => {
    await site.start();
    await waitUntilSettled({ url: site.origin });
    return [await holdIdleConnections(site), await holdUnreadConnection(site)];
  });
}

function open({ port }: Site, localAddress: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  return socket;
}

/** Resolves when the connection ends, even with an error. */
const waitForClose = (socket: Socket) =>
  once(socket, "close").then(
    () => {},
    () => {},
  );

/** The status line of one response; "none" if none arrived in time. */
async function sendRequest(socket: Socket): Promise<string> {
  socket.write(GET);
  const statusLine = once(socket, "data").then(
    ([part]) => String(part).slice(0, 15),
    () => "none",
  );
  const closed = waitForClose(socket).then(() => "none");
  return Promise.race([statusLine, closed, wait(VISITOR_DEADLINE_MS, "none", { ref: false })]);
}

async function holdIdleConnections(site: Site): Promise<ChaosResult> {
  const idle: Socket[] = [];
  for (let number = 0; number < IDLE_CONNECTIONS; number++) {
    const socket = open(site, `127.0.1.${1 + (number % IDLE_ADDRESSES)}`);
    idle.push(socket);
    await sendRequest(socket);
    socket.resume();
  }
  const since = performance.now();
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, () => sendRequest(open(site, "127.0.2.1"))),
  );
  const elapsed = performance.now() - since;
  for (const socket of idle) socket.destroy();
  const served = visitors.filter((line) => line === "HTTP/1.1 200 OK").length;
  return {
    name: `${VISITORS} visitors beside ${IDLE_CONNECTIONS} idle connections from ${IDLE_ADDRESSES} addresses`,
    result: `${served} of ${VISITORS} served within ${formatSeconds(elapsed)}`,
    met: served === VISITORS,
  };
}

async function holdUnreadConnection(site: Site): Promise<ChaosResult> {
  const socket = open(site, "127.0.3.1").pause();
  await once(socket, "connect");
  const since = performance.now();
  // It notices the end when it sends; it sends more requests than the buffers of both sides hold
  // responses.
  const sending = setInterval(() => socket.write(GET), SEND_EVERY_MS);
  const closed = waitForClose(socket).then(() => true);
  const isCut = await Promise.race([closed, wait(MAX_HOLD_MS, false, { ref: false })]);
  const elapsed = performance.now() - since;
  clearInterval(sending);
  socket.destroy();
  return {
    name: "A client that sends 50 requests a second and reads nothing",
    result: isCut
      ? `cut off after ${formatSeconds(elapsed)}`
      : `still open after ${formatSeconds(elapsed)}`,
    met: isCut,
  };
}
