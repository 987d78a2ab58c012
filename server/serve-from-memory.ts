import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type PlainGet, readPlainGet } from "./plain-get.ts";

export type MemoryOptions = {
  /**
   * The complete response, status line to last byte; `undefined` leaves the request to the HTTP
   * server.
   */
  find: (request: PlainGet) => Buffer | undefined;
  /** How long a connection may stay silent before its first request. */
  firstRequestMs: number;
  /** How long between two requests. */
  idleMs: number;
};

/**
 * Serves pages from memory on the bare connection. At the first bytes that are anything but one
 * plain GET for a page in memory, the connection goes to the HTTP server for good, so that there is
 * one parser for everything that needs parsing.
 * @returns `closeIdle`, which ends the connections that wait here, for a graceful stop
 */
export function serveFromMemory(server: Server, options: MemoryOptions): { closeIdle: () => void } {
  const { find, firstRequestMs, idleMs } = options;
  const serveHttp = server.listeners("connection").at(-1);
  if (!serveHttp) throw new Error("the HTTP server listens to no connections");
  const waiting = new Set<Socket>();

  const accept = (socket: Socket) => {
    // A limit of connections has closed it.
    if (socket.destroyed) return;
    waiting.add(socket);
    socket.setTimeout(firstRequestMs);
    const onData = (chunk: Buffer) => {
      const request = readPlainGet(chunk);
      // The HTTP server throttles a client that does not read what it requested.
      const response = request && socket.writableLength === 0 ? find(request) : undefined;
      if (!response) return handOver(chunk);
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
      socket.write(response);
    };
    const end = () => socket.end();
    const destroy = () => socket.destroy();
    const removeSocket = () => waiting.delete(socket);
    const listeners = { data: onData, end, timeout: destroy, error: destroy, close: removeSocket };
    const handOver = (chunk: Buffer) => {
      removeSocket();
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      socket.setTimeout(0);
      serveHttp.call(server, socket);
      // Immediately, before anything else can be read: the parser gets all bytes in order.
      socket.emit("data", chunk);
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  };
  server.off("connection", serveHttp as (socket: Socket) => void).on("connection", accept);

  return {
    closeIdle() {
      // What is being sent still arrives; a client that keeps its side open does not delay the stop.
      for (const socket of waiting) socket.destroySoon();
    },
  };
}
