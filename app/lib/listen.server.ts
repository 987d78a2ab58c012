import pg from "pg";
import type { Logger } from "./logger.server.ts";

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

/** Runs LISTEN on a dedicated connection that reconnects automatically. */
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
      next?.end().catch(() => {});
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
      for (const channel of options.channels) await next.query(`listen ${channel}`);
      pause = FIRST_PAUSE_MS;
      options.onConnect();
    } catch (error) {
      options.log.warn({ err: error }, "no connection for notifications; trying again");
      reconnect();
    }
  };
  void connect(false);

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
