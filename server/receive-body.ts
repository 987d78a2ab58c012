import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A form or a call is a few kilobytes: such a body is always received, whatever else arrives at the
 * same time.
 */
const ALWAYS_RECEIVED_BYTES = 16 * 1024;
/** Bytes of the received bodies of all open requests together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** `rawBody` is where the adapter of the HTTP server takes a body that was received before. */
type Received = IncomingMessage & { rawBody?: Buffer };
type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;
type Options = {
  listener: Listener;
  /** Answers where there is no room for a large body; the connection ends with that. */
  refuse: (res: ServerResponse, path: string) => void;
  mostBytes?: number;
  alwaysReceivedBytes?: number;
};

/** `maxBytes` is how much is received here; 0 leaves the body to the listener. */
type Reception = { maxBytes: number; path: string };

/**
 * Hands requests on once their body is complete: a client that sends half of a body holds its own
 * connection, and no place among the requests under way.
 */
export function createBodyReceiver({
  listener,
  refuse,
  mostBytes = MOST_BYTES,
  alwaysReceivedBytes = ALWAYS_RECEIVED_BYTES,
}: Options) {
  let heldBytes = 0;

  return (req: IncomingMessage, res: ServerResponse, { maxBytes, path }: Reception): void => {
    if (maxBytes === 0) return void listener(req, res);
    const parts: Buffer[] = [];
    let length = 0;
    res.once("close", () => {
      heldBytes -= length;
    });
    const stopReceiving = () => req.off("data", take).off("end", handOn);
    const handOn = () => {
      stopReceiving();
      (req as Received).rawBody = Buffer.concat(parts);
      listener(req, res);
    };
    const take = (part: Buffer) => {
      length += part.length;
      heldBytes += part.length;
      parts.push(part);
      if (length > alwaysReceivedBytes && heldBytes > mostBytes) {
        stopReceiving();
        parts.length = 0;
        req.pause();
        refuse(res, path);
      } else if (length > maxBytes) {
        // Enough to see that it is too large.
        req.pause();
        handOn();
      }
    };
    // A request that breaks off ends with its connection.
    req
      .on("data", take)
      .once("end", handOn)
      .on("error", () => {});
  };
}
