import { type Agent, request } from "node:http";

const DEADLINE_MS = 20_000;

/** Status 0: no response, and `error` is the reason. Times are of performance.now(). */
export type CallResult = {
  status: number;
  body: string;
  retryAfter?: string;
  error?: string;
  sentAt: number;
  answeredAt: number;
};

export type CallOptions = {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
};

/** One HTTP call to this machine. Never rejects: a broken connection is a result here. */
export function call(options: CallOptions): Promise<CallResult> {
  const { port, path, method = "GET", headers = {}, body, agent } = options;
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, text: string, more: { error?: string; retryAfter?: string }) =>
      resolve({ status, body: text, ...more, sentAt, answeredAt: performance.now() });
    const fail = (error: NodeJS.ErrnoException) =>
      finish(0, "", { error: error.code ?? error.message });
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers,
        agent,
        signal: AbortSignal.timeout(DEADLINE_MS),
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on("data", (part: Buffer) => parts.push(part));
        incoming.on("end", () =>
          finish(incoming.statusCode ?? 0, Buffer.concat(parts).toString(), {
            retryAfter: incoming.headers["retry-after"],
          }),
        );
        incoming.on("error", fail);
      },
    );
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
