import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type PlainGet, readPlainGet } from "./plain-get.ts";

export type MemoryFrontOptions = {
  /**
   * The whole answer, status line to last byte; `undefined` leaves the request to the HTTP server.
   */
  find: (request: PlainGet) => Buffer | undefined;
  /** How long a connection may stay silent before its first request. */
  firstRequestMs: number;
  /** How long between two requests. */
  idleMs: number;
};

/**
 * Answers pages from memory on the bare connection. The first bytes that are anything but one plain
 * GET for a page in memory hand the connection to the HTTP server for good, so that there is one
 * parser for everything that needs parsing. Returns what ends the connections that wait here, for a
 * graceful stop.
 */
export function serveFromMemory(
  server: Server,
  options: MemoryFrontOptions,
): { closeIdle: () => void } {
  const { find, firstRequestMs, idleMs } = options;
  const serveHttp = server.listeners("connection").at(-1);
  if (!serveHttp) throw new Error("the HTTP server listens to no connections");
  const waiting = new Set<Socket>();

  const take = (socket: Socket) => {
    // There was no room for it.
    if (socket.destroyed) return;
    waiting.add(socket);
    socket.setTimeout(firstRequestMs);
    const onData = (chunk: Buffer) => {
      const request = readPlainGet(chunk);
      // A client that does not read what it asked for is held back by the HTTP server.
      const answer = request && socket.writableLength === 0 ? find(request) : undefined;
      if (!answer) return handOver(chunk);
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
      socket.write(answer);
    };
    const end = () => socket.end();
    const destroy = () => socket.destroy();
    const forget = () => waiting.delete(socket);
    const listeners = { data: onData, end, timeout: destroy, error: destroy, close: forget };
    const handOver = (chunk: Buffer) => {
      forget();
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      socket.setTimeout(0);
      serveHttp.call(server, socket);
      // At once, before anything else can be read: the parser gets all bytes in their order.
      socket.emit("data", chunk);
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  };
  server.off("connection", serveHttp as (socket: Socket) => void).on("connection", take);

  return {
    closeIdle() {
      // What is being sent still arrives; a client that keeps its side open holds up no stop.
      for (const socket of waiting) socket.destroySoon();
    },
  };
}
