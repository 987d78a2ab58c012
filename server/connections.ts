import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BlockList, Socket } from "node:net";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { isTrustedProxy } from "./client-address.ts";

export type ConnectionLimits = {
  /** At this many connections the longest idle one is closed for a new one. */
  most: number;
  /**
   * Maximum from one address, or from one /64; a trusted proxy stands for many and has no limit.
   */
  perAddress: number;
  /** From this many connections on, idle ones are closed early. */
  crowdedFrom: number;
  crowdedIdleMs: number;
  /** A client with a waiting response is disconnected after this time, */
  stalledMs: number;
  /** and a second later for each this many bytes that it reads, */
  slowestBytesPerSecond: number;
  /** but at the latest this long after it last read some. */
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
  /** Requests whose response is not complete. */
  open: number;
  idleSince: number;
  read: number;
  /** Bytes that had left for the client at the latest check. */
  sent: number;
  lookedAt: number;
  /** How much longer the client may delay its response. */
  patienceMs: number;
};

type Options = {
  limits?: ConnectionLimits;
  proxies: BlockList;
  onEnd?: (reason: EndReason) => void;
  now?: () => number;
  /** Number of bytes of a connection that have left for the client. */
  countSent?: (socket: Socket) => number;
};

/**
 * For one large write the socket itself counts nothing or everything; its handle knows how much
 * still waits.
 */
function countSentBytes(socket: Socket): number {
  const handle = (
    socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  )._handle;
  return handle
    ? handle.bytesWritten - handle.writeQueueSize
    : socket.bytesWritten - socket.writableLength;
}

/** No request is open and no bytes wait; pages from memory are not requests of the HTTP server. */
const isIdle = ({ open, socket }: Connection) => open === 0 && socket.writableLength === 0;

/**
 * Limits the connections of a server, including those that are served from memory.
 * @returns `sweep`, which checks all connections and runs every `sweepMs`
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
  /** In order of use, the most recent last. */
  const connections = new Map<Socket, Connection>();
  const perCaller = new Map<string, number>();

  const end = (socket: Socket, reason: EndReason) => {
    onEnd?.(reason);
    // Unread bytes stay in the kernel, up to 4 MB, and an orderly close would leave them there for
    // minutes.
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
  /** Closes the longest idle connection for a new one; false if all are busy. */
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
      // It is busy until everything is read, and idle from then on.
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
