import type { IncomingMessage, ServerResponse } from "node:http";
import { SMALL_BODY_BYTES } from "./body-limits.ts";

/** Maximum bytes of the buffered bodies of all open requests together. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

/** The adapter of the HTTP server reads a body that was already received from `rawBody`. */
type Received = IncomingMessage & { rawBody?: Buffer };
type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;
type Options = {
  listener: Listener;
  /** Responds when there is no memory for a large body; the connection ends then. */
  refuse: (res: ServerResponse, path: string) => void;
  maxBufferedBytes?: number;
  smallBodyBytes?: number;
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
  maxBufferedBytes = MAX_BUFFERED_BYTES,
  smallBodyBytes = SMALL_BODY_BYTES,
}: Options) {
  let bufferedBytes = 0;

  return (req: IncomingMessage, res: ServerResponse, { maxBytes, path }: Reception): void => {
    if (maxBytes === 0) return void listener(req, res);
    const parts: Buffer[] = [];
    let length = 0;
    res.once("close", () => {
      bufferedBytes -= length;
    });
    const stopReceiving = () => req.off("data", collect).off("end", passOn);
    const passOn = () => {
      stopReceiving();
      (req as Received).rawBody = Buffer.concat(parts);
      listener(req, res);
    };
    const collect = (part: Buffer) => {
      length += part.length;
      bufferedBytes += part.length;
      parts.push(part);
      if (length > smallBodyBytes && bufferedBytes > maxBufferedBytes) {
        stopReceiving();
        parts.length = 0;
        req.pause();
        refuse(res, path);
      } else if (length > maxBytes) {
        // Enough to detect that it is too large.
        req.pause();
        passOn();
      }
    };
    // An aborted request ends with its connection.
    req
      .on("data", collect)
      .once("end", passOn)
      .on("error", () => {});
  };
}
