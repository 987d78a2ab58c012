import type { IncomingMessage, ServerResponse } from "node:http";

/** A form or a call is a few kilobytes: such a body is always received, regardless of others. */
const ALWAYS_RECEIVED_BYTES = 16 * 1024;
/** Maximum bytes of received bodies of all open requests together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The adapter of the HTTP server reads a body that was received before from `rawBody`. */
type Received = IncomingMessage & { rawBody?: Buffer };
type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;
type Options = {
  listener: Listener;
  /** Responds when there is no memory for a large body; the connection ends then. */
  refuse: (res: ServerResponse, path: string) => void;
  mostBytes?: number;
  alwaysReceivedBytes?: number;
};

/** `maxBytes` is the limit of what is received here; 0 leaves the body to the listener. */
type Reception = { maxBytes: number; path: string };

/**
 * Passes requests on once their body is complete: a client that sends half a body occupies its own
 * connection, and no slot among the requests in progress.
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
        // Enough to detect that it is too large.
        req.pause();
        handOn();
      }
    };
    // An aborted request ends with its connection.
    req
      .on("data", take)
      .once("end", handOn)
      .on("error", () => {});
  };
}
