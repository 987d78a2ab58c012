import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BlockList, Socket } from "node:net";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { isTrustedProxy } from "./client-address.ts";

export type ConnectionLimits = {
  /** At so many connections the one that is idle longest makes room for a new one. */
  most: number;
  /**
   * So many from one address, or from one /64; a trusted proxy speaks for many and has no share.
   */
  perAddress: number;
  /** From so many connections on, those that are idle end early. */
  crowdedFrom: number;
  crowdedIdleMs: number;
  /** A client whose answer waits is cut off after so long, */
  stalledMs: number;
  /** and a second later for each so many bytes that it takes, */
  slowestBytesPerSecond: number;
  /** but never later than so long after it last took some. */
  longestPauseMs: number;
  sweepMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 2_000,
  perAddress: 200,
  crowdedFrom: 1_400,
  crowdedIdleMs: 5_000,
  stalledMs: 20_000,
  slowestBytesPerSecond: 4_096,
  longestPauseMs: MINUTE_MS,
  sweepMs: 1_000,
};

export type EndReason = "share" | "full" | "crowded" | "stalled";

type Connection = {
  socket: Socket;
  /** Undefined for a trusted proxy. */
  caller: string | undefined;
  /** Requests whose answer is not complete. */
  open: number;
  idleSince: number;
  read: number;
  /** Bytes that have left for the client at the latest look. */
  sent: number;
  lookedAt: number;
  /** How much longer the client may let its answer wait. */
  patienceMs: number;
};

type Options = {
  limits?: ConnectionLimits;
  proxies: BlockList;
  onEnd?: (reason: EndReason) => void;
  now?: () => number;
  /** How many bytes of a connection have left for the client. */
  countSent?: (socket: Socket) => number;
};

/**
 * Of one large write the socket itself counts nothing or all; its handle knows how much still
 * waits.
 */
function countSentBytes(socket: Socket): number {
  const handle = (
    socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  )._handle;
  return handle
    ? handle.bytesWritten - handle.writeQueueSize
    : socket.bytesWritten - socket.writableLength;
}

/**
 * Nothing is asked and nothing waits to be taken; pages from memory are no requests of the HTTP
 * server.
 */
const isIdle = ({ open, socket }: Connection) => open === 0 && socket.writableLength === 0;

/**
 * Holds the connections of a server within limits, those that are answered from memory too.
 * @returns `sweep`, which looks at all connections and happens every `sweepMs`
 */
export function limitConnections(
  server: Server,
  {
    limits = CONNECTION_LIMITS,
    proxies,
    onEnd,
    now = () => performance.now(),
    countSent = countSentBytes,
  }: Options,
): { sweep: () => void } {
  /** The one that was used last stands last. */
  const connections = new Map<Socket, Connection>();
  const perCaller = new Map<string, number>();

  const end = (socket: Socket, reason: EndReason) => {
    onEnd?.(reason);
    // What a client does not read waits in the kernel, up to 4 MB, and an orderly end would leave
    // it there for minutes.
    if (reason === "stalled") socket.resetAndDestroy();
    else socket.destroy();
    forget(socket);
  };
  const forget = (socket: Socket) => {
    const connection = connections.get(socket);
    if (!connections.delete(socket) || connection?.caller === undefined) return;
    const others = (perCaller.get(connection.caller) ?? 1) - 1;
    if (others > 0) perCaller.set(connection.caller, others);
    else perCaller.delete(connection.caller);
  };
  const touch = (connection: Connection) => {
    connection.idleSince = now();
    connections.delete(connection.socket);
    connections.set(connection.socket, connection);
  };
  /** Makes room for a new connection; false where each of the old ones is at work. */
  const endLongestIdle = (reason: EndReason, caller?: string): boolean => {
    for (const connection of connections.values()) {
      if (!isIdle(connection) || (caller !== undefined && connection.caller !== caller)) continue;
      end(connection.socket, reason);
      return true;
    }
    return false;
  };

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress;
    // Closed before it was accepted.
    if (address === undefined) return void socket.destroy();
    const caller = isTrustedProxy(address, proxies) ? undefined : rateKey(address);
    const isOverShare = caller !== undefined && (perCaller.get(caller) ?? 0) >= limits.perAddress;
    if (isOverShare && !endLongestIdle("share", caller)) return end(socket, "share");
    if (connections.size >= limits.most && !endLongestIdle("full")) return end(socket, "full");
    if (caller !== undefined) perCaller.set(caller, (perCaller.get(caller) ?? 0) + 1);
    connections.set(socket, {
      socket,
      caller,
      open: 0,
      idleSince: now(),
      read: 0,
      sent: 0,
      lookedAt: now(),
      patienceMs: limits.stalledMs,
    });
    socket.once("close", () => forget(socket));
  };
  const follow = (req: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(req.socket);
    if (!connection) return;
    connection.open += 1;
    res.once("close", () => {
      connection.open -= 1;
      if (connections.has(connection.socket)) touch(connection);
    });
  };
  const look = (connection: Connection, at: number, isCrowded: boolean) => {
    const { socket } = connection;
    if (socket.bytesRead !== connection.read) {
      connection.read = socket.bytesRead;
      touch(connection);
    }
    const sent = countSent(socket);
    if (socket.writableLength === 0) connection.patienceMs = limits.stalledMs;
    else {
      const earnedMs = ((sent - connection.sent) / limits.slowestBytesPerSecond) * 1_000;
      connection.patienceMs =
        Math.min(limits.longestPauseMs, connection.patienceMs + earnedMs) -
        (at - connection.lookedAt);
      // It is at work until everything is taken, and idle from then on.
      touch(connection);
    }
    connection.sent = sent;
    connection.lookedAt = at;
    if (connection.patienceMs < 0) end(socket, "stalled");
    else if (isCrowded && isIdle(connection) && at - connection.idleSince > limits.crowdedIdleMs)
      end(socket, "crowded");
  };
  const sweep = () => {
    const at = now();
    const isCrowded = connections.size >= limits.crowdedFrom;
    for (const connection of [...connections.values()]) look(connection, at, isCrowded);
  };

  server.prependListener("connection", accept);
  server.prependListener("request", follow);
  setInterval(sweep, limits.sweepMs).unref();
  return { sweep };
}
