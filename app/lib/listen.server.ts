import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "./logger.server.ts";

/** How often the connection is tried: one that the network dropped silently receives nothing. */
const HEARTBEAT_MS = 2_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;
const STALL_GRACE_MS = 1_000;
const END_TIMEOUT_MS = 500;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

export type Listener = { close: () => Promise<void> };

type ListenOptions = {
  /**
   * The URL to connect to. With `isReconnect`, true for every connection but the first, it also
   * restarts an embedded database that died.
   */
  url: (isReconnect: boolean) => Promise<string>;
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /** Notifications may have been missed before this connection. */
  onConnect: () => void;
  log: Logger;
};

async function listenTo(client: pg.Client, channels: readonly string[]): Promise<true> {
  for (const channel of channels) await client.query(`listen ${channel}`);
  return true;
}

/** Whether the server answers in time. */
async function isResponsive(client: pg.Client): Promise<boolean> {
  let answered = false;
  const answer = client.query("select 1").then(
    () => {
      answered = true;
    },
    () => {},
  );
  await Promise.race([answer, wait(HEARTBEAT_TIMEOUT_MS, undefined, { ref: false })]);
  // After a stall of this process its timers come before what has arrived meanwhile.
  if (!answered) await Promise.race([answer, wait(STALL_GRACE_MS, undefined, { ref: false })]);
  return answered;
}

/**
 * Runs LISTEN on a dedicated connection that reconnects automatically, some seconds after the network
 * has lost it.
 */
export function listen(options: ListenOptions): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;

  const connect = async (isReconnect: boolean) => {
    let lost = false;
    let next: pg.Client | undefined;
    const reconnect = () => {
      if (lost || closed) return;
      lost = true;
      clearTimeout(timer);
      // Not `end`, which waits for the server.
      next?.connection.stream.destroy();
      timer = setTimeout(() => void connect(true), pause);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    };
    try {
      const connectionString = await options.url(isReconnect);
      if (closed) return;
      next = new pg.Client({
        connectionString,
        connectionTimeoutMillis: 3_000,
        keepAlive: true,
        application_name: "henry-listen",
      });
      client = next;
      next.on("error", reconnect);
      next.on("end", reconnect);
      next.on("notification", (message) =>
        options.onNotification(message.channel, message.payload ?? ""),
      );
      await next.connect();
      const timeout = wait(HEARTBEAT_TIMEOUT_MS, false, { ref: false });
      if (!(await Promise.race([listenTo(next, options.channels), timeout])))
        throw new Error("the server does not answer");
      pause = FIRST_PAUSE_MS;
      options.onConnect();
      scheduleHeartbeat(next, reconnect);
    } catch (error) {
      options.log.warn({ err: error }, "no connection for notifications; trying again");
      reconnect();
    }
  };
  const scheduleHeartbeat = (current: pg.Client, onLost: () => void) => {
    timer = setTimeout(() => {
      isResponsive(current).then((answered) => {
        if (!answered) onLost();
        else if (!closed && client === current) scheduleHeartbeat(current, onLost);
      });
    }, HEARTBEAT_MS);
  };
  void connect(false);

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      const ended = client?.end().catch(() => {});
      await Promise.race([ended, wait(END_TIMEOUT_MS, undefined, { ref: false })]);
      client?.connection.stream.destroy();
    },
  };
}
