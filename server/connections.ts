import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BlockList, Socket } from "node:net";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { isTrustedProxy } from "./client-address.ts";

export type ConnectionLimits = {
  /** At this many connections the longest idle one is closed for a new one. */
  maxConnections: number;
  /**
   * Maximum from one address, or from one /64; a trusted proxy stands for many and has no limit.
   */
  maxPerCaller: number;
  /** From this many connections on, idle ones are closed early. */
  crowdedFrom: number;
  crowdedIdleMs: number;
  /** A client with a waiting response is disconnected after this time, */
  stallMs: number;
  /** and a second later for each this many bytes that it reads, */
  minBytesPerSecond: number;
  /** but at the latest this long after it last read some. */
  maxPauseMs: number;
  sweepMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 2_000,
  maxPerCaller: 200,
  crowdedFrom: 1_400,
  crowdedIdleMs: 5_000,
  stallMs: 20_000,
  minBytesPerSecond: 4_096,
  maxPauseMs: MINUTE_MS,
  sweepMs: 1_000,
};

/** `share`: its caller has too many connections. */
export type EndReason = "share" | "full" | "crowded" | "stalled";

type Connection = {
  socket: Socket;
  /** Undefined for a trusted proxy. */
  caller: string | undefined;
  /** Requests whose response is not complete. */
  openRequests: number;
  idleSince: number;
  bytesRead: number;
  /** Bytes that had left for the client at the latest check. */
  bytesSent: number;
  checkedAt: number;
  /** How much longer the client may delay its response. */
  stallMsLeft: number;
};

type Options = {
  limits?: ConnectionLimits;
  proxies: BlockList;
  onEnd?: (reason: EndReason) => void;
  now?: () => number;
  /** Number of bytes of a connection that have left for the client. */
  countBytesSent?: (socket: Socket) => number;
};

/**
 * For one large write the socket itself counts nothing or everything; its handle knows how much
 * still waits.
 */
function readBytesSent(socket: Socket): number {
  const handle = (
    socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  )._handle;
  return handle
    ? handle.bytesWritten - handle.writeQueueSize
    : socket.bytesWritten - socket.writableLength;
}

/** No request is open and no bytes wait; pages from memory are not requests of the HTTP server. */
const isIdle = ({ openRequests, socket }: Connection) =>
  openRequests === 0 && socket.writableLength === 0;

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
    countBytesSent = readBytesSent,
  }: Options,
): { sweep: () => void } {
  const connections = createConnectionList({ now, onEnd });

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress;
    // Closed before it was accepted.
    if (address === undefined) return void socket.destroy();
    const caller = isTrustedProxy(address, proxies) ? undefined : rateKey(address);
    const isOverShare = caller !== undefined && connections.countOf(caller) >= limits.maxPerCaller;
    if (isOverShare && !connections.endLongestIdle("share", caller))
      return connections.end(socket, "share");
    if (connections.size() >= limits.maxConnections && !connections.endLongestIdle("full"))
      return connections.end(socket, "full");
    connections.add(socket, caller, limits.stallMs);
  };
  const trackRequest = (req: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(req.socket);
    if (!connection) return;
    connection.openRequests += 1;
    res.once("close", () => {
      connection.openRequests -= 1;
      if (connections.get(connection.socket)) connections.markUsed(connection);
    });
  };
  const check = (connection: Connection, at: number, isCrowded: boolean) => {
    const { socket } = connection;
    if (socket.bytesRead !== connection.bytesRead) {
      connection.bytesRead = socket.bytesRead;
      connections.markUsed(connection);
    }
    const sent = countBytesSent(socket);
    if (socket.writableLength === 0) connection.stallMsLeft = limits.stallMs;
    else {
      const earnedMs = ((sent - connection.bytesSent) / limits.minBytesPerSecond) * 1_000;
      connection.stallMsLeft =
        Math.min(limits.maxPauseMs, connection.stallMsLeft + earnedMs) -
        (at - connection.checkedAt);
      // It is busy until everything is read, and idle from then on.
      connections.markUsed(connection);
    }
    connection.bytesSent = sent;
    connection.checkedAt = at;
    if (connection.stallMsLeft < 0) connections.end(socket, "stalled");
    else if (isCrowded && isIdle(connection) && at - connection.idleSince > limits.crowdedIdleMs)
      connections.end(socket, "crowded");
  };
  const sweep = () => {
    const at = now();
    const isCrowded = connections.size() >= limits.crowdedFrom;
    for (const connection of connections.list()) check(connection, at, isCrowded);
  };

  server.prependListener("connection", accept);
  server.prependListener("request", trackRequest);
  setInterval(sweep, limits.sweepMs).unref();
  return { sweep };
}

/** The open connections, and how many of them each caller has. */
function createConnectionList({
  now,
  onEnd,
}: Required<Pick<Options, "now">> & Pick<Options, "onEnd">) {
  /** In order of use, the most recent last. */
  const connections = new Map<Socket, Connection>();
  const perCaller = new Map<string, number>();

  const remove = (socket: Socket) => {
    const connection = connections.get(socket);
    if (!connections.delete(socket) || connection?.caller === undefined) return;
    const others = (perCaller.get(connection.caller) ?? 1) - 1;
    if (others > 0) perCaller.set(connection.caller, others);
    else perCaller.delete(connection.caller);
  };
  const end = (socket: Socket, reason: EndReason) => {
    onEnd?.(reason);
    // Unread bytes stay in the kernel, up to 4 MB, and an orderly close would leave them there for
    // minutes.
    if (reason === "stalled") socket.resetAndDestroy();
    else socket.destroy();
    remove(socket);
  };

  return {
    size: () => connections.size,
    get: (socket: Socket) => connections.get(socket),
    list: () => [...connections.values()],
    countOf: (caller: string) => perCaller.get(caller) ?? 0,
    add(socket: Socket, caller: string | undefined, stallMsLeft: number): void {
      if (caller !== undefined) perCaller.set(caller, (perCaller.get(caller) ?? 0) + 1);
      const at = now();
      connections.set(socket, {
        socket,
        caller,
        openRequests: 0,
        idleSince: at,
        bytesRead: 0,
        bytesSent: 0,
        checkedAt: at,
        stallMsLeft,
      });
      socket.once("close", () => remove(socket));
    },
    markUsed(connection: Connection): void {
      connection.idleSince = now();
      connections.delete(connection.socket);
      connections.set(connection.socket, connection);
    },
    end,
    /** Closes the longest idle connection for a new one; false if all are busy. */
    endLongestIdle(reason: EndReason, caller?: string): boolean {
      for (const connection of connections.values()) {
        if (!isIdle(connection) || (caller !== undefined && connection.caller !== caller)) continue;
        end(connection.socket, reason);
        return true;
      }
      return false;
    },
  };
}
