import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export type TcpProxy = {
  port: number;
  /** How many connections it has accepted so far. */
  countAccepted: () => number;
  /** Where new connections lead from now on. */
  setTarget: (port: number) => void;
  /** Loses everything, in both directions, also of new connections, as a cut cable does. */
  drop: () => void;
  /** Holds everything back for so long. */
  delay: (ms: number) => void;
  /** Ends the open connections with a reset. */
  reset: () => void;
  /** Forwards at once again; what was lost stays lost. */
  restore: () => void;
  close: () => Promise<void>;
};

/** A network between a program and a server on this machine, which can be disturbed. */
export async function startTcpProxy(options: { target: number }): Promise<TcpProxy> {
  let { target } = options;
  let isDropping = false;
  let delayMs = 0;
  let accepted = 0;
  const sockets = new Set<Socket>();

  const forward = (from: Socket, to: Socket) => {
    // In order, also when a delay ends while parts are held back.
    let last = Promise.resolve();
    const inOrder = (act: () => void) => {
      const pause = delayMs > 0 ? wait(delayMs) : undefined;
      last = last.then(() => pause).then(act);
    };
    from.on("data", (part: Buffer) => {
      if (!isDropping) inOrder(() => to.writable && to.write(part));
    });
    from.on("end", () => !isDropping && inOrder(() => to.end()));
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      if (!isDropping) to.destroy();
    });
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    accepted += 1;
    const upstream = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    forward(client, upstream);
    forward(upstream, client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as { port: number }).port,
    countAccepted: () => accepted,
    setTarget: (port) => {
      target = port;
    },
    drop: () => {
      isDropping = true;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    restore: () => {
      isDropping = false;
      delayMs = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
