import type { IncomingMessage, ServerResponse } from "node:http";

const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * Ends a request whose body has not arrived in time. Node has one limit for all requests; images
 * need a longer one than forms.
 */
export function limitBodyTime(req: IncomingMessage, res: ServerResponse, ms: number): void {
  const { headers, socket } = req;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (res.headersSent) socket.destroy();
    else socket.end(TIMED_OUT, () => socket.destroy());
  }, ms);
  req.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
}
