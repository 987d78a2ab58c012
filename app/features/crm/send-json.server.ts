import { parseJson } from "#app/lib/parse-json.ts";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";
import { REQUEST_TIMEOUT_MS } from "./constants.ts";

/** A status with the body parsed as JSON (undefined if it is not JSON), or no response. */
export type JsonResponse =
  | { status: number; body: unknown; retryAfterMs: number | null }
  | { status: null; error: string };

type Call = {
  url: string;
  method: "GET" | "POST" | "PUT";
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole response. */
  timeoutMs?: number;
  now: () => Date;
};

const MAX_REPLY_BYTES = 1024 * 1024;

/** Calls an outside system: no redirects, a timeout for the whole response, and a size limit. */
export async function sendJson(call: Call): Promise<JsonResponse> {
  const { url, method, headers, body, timeoutMs = REQUEST_TIMEOUT_MS, now } = call;
  try {
    const response = await fetch(url, {
      method,
      redirect: "error",
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readLimited(response);
    return {
      status: response.status,
      body: parseJson(text),
      retryAfterMs: parseRetryAfter(response.headers.get("retry-after"), now()),
    };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return {
      status: null,
      error: timedOut
        ? `no answer within ${timeoutMs / 1000} s`
        : "no connection, or the answer broke off",
    };
  }
}

async function readLimited(response: Response): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_REPLY_BYTES) throw new Error("answer too large");
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString("utf8");
}
