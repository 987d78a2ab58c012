import { connect, type Socket } from "node:net";

const READ_BUFFER_BYTES = 256 * 1024;
const END_OF_CHUNKS = "\r\n0\r\n\r\n";
const UNKNOWN = -1;
const CHUNKED = -2;

export type LoadOptions = {
  port: number;
  connections: number;
  /** Text of the next request. */
  nextRequest: () => string;
  /** Ends after this time, or after this many responses. */
  seconds?: number;
  requests?: number;
};

export type LoadResult = {
  perSecond: number;
  responses: number;
  /** Responses by status, other than 200. */
  failures: Record<string, number>;
  /** Share of one core that the generator itself used: near 1 it was the bottleneck. */
  busy: number;
};

/**
 * Keeps connections busy, one request at a time on each: the next is sent when the response is
 * complete.
 */
export function runLoad(options: LoadOptions): Promise<LoadResult> {
  const {
    port,
    connections,
    nextRequest,
    seconds = Number.POSITIVE_INFINITY,
    requests = Number.POSITIVE_INFINITY,
  } = options;
  return new Promise((resolve, reject) => {
    const sockets: Socket[] = [];
    const failures: Record<string, number> = {};
    let [sent, responses, ended] = [0, 0, false];
    const started = performance.now();
    const cpu = process.cpuUsage();

    const finish = (error?: Error) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      if (error) return reject(error);
      const elapsed = (performance.now() - started) / 1_000;
      const { user, system } = process.cpuUsage(cpu);
      resolve({
        perSecond: responses / elapsed,
        responses,
        failures,
        busy: (user + system) / 1e6 / elapsed,
      });
    };
    const timer = Number.isFinite(seconds) ? setTimeout(finish, seconds * 1_000) : undefined;

    const onResponse = (socket: Socket, status: string) => {
      if (ended) return;
      responses += 1;
      if (status !== "200") failures[status] = (failures[status] ?? 0) + 1;
      if (responses === requests) return finish();
      send(socket);
    };
    const send = (socket: Socket) => {
      if (sent === requests) return;
      sent += 1;
      socket.write(nextRequest(), "latin1");
    };
    for (let index = 0; index < connections; index++)
      sockets.push(openConnection(port, { onOpen: send, onResponse, onClose: finish }));
  });
}

type Handlers = {
  onOpen: (socket: Socket) => void;
  onResponse: (socket: Socket, status: string) => void;
  onClose: (error: Error) => void;
};

function openConnection(port: number, { onOpen, onResponse, onClose }: Handlers): Socket {
  let missing = UNKNOWN;
  let head = "";
  let tail = "";
  let status = "";
  const read = (bytes: number, buffer: Uint8Array) => {
    const chunk = buffer as Buffer;
    let start = 0;
    if (missing === UNKNOWN) {
      head += chunk.toString("latin1", 0, Math.min(bytes, 8_192));
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      start = bytes - (head.length - end - 4) - Math.max(0, bytes - 8_192);
      status = head.slice(9, 12);
      missing = readBodyLength(head.slice(0, end));
      head = "";
      tail = "";
    }
    if (missing === CHUNKED) {
      // Nothing is pipelined, so the end of the data is the end of the response.
      tail = (
        tail + chunk.toString("latin1", Math.max(0, start - 2, bytes - END_OF_CHUNKS.length), bytes)
      ).slice(-END_OF_CHUNKS.length);
      if (tail !== END_OF_CHUNKS) return true;
    } else {
      missing -= bytes - start;
      if (missing > 0) return true;
    }
    missing = UNKNOWN;
    onResponse(socket, status);
    return true;
  };
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES), callback: read },
  });
  socket.once("connect", () => onOpen(socket));
  socket.once("error", onClose);
  socket.once("close", () => onClose(new Error("the server closed a connection")));
  return socket;
}

function readBodyLength(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return Number(length[1]);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return CHUNKED;
  throw new Error("a response has neither a length nor chunks");
}
