import { lookup as resolveHost } from "node:dns";
import { type IncomingMessage, request as sendHttp } from "node:http";
import { request as sendHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { getHostAndPort } from "#app/lib/host-and-port.ts";
import { isPublicAddress } from "#app/lib/public-address.server.ts";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";

/**
 * What became of a message. `gone`: the receiver wants no more of them (410). `error` is a code without
 * personal data, such as "500", "timeout" or "private-address".
 */
export type PostResult =
  | { ok: true; status: number }
  | {
      ok: false;
      status: number | null;
      error: string;
      isGone: boolean;
      retryAfterMs: number | null;
    };

/** A message that got no response. */
export const buildFailure = (error: string): PostResult => ({
  ok: false,
  status: null,
  error,
  isGone: false,
  retryAfterMs: null,
});

type PostOptions = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Hosts with ports, such as "10.0.0.5:8080", that may be in a private network and without TLS. */
  privateHosts: ReadonlySet<string>;
  deadlineMs: number;
  now: Date;
  signal?: AbortSignal;
};

const PRIVATE_ADDRESS = "private-address";

class PrivateAddressError extends Error {}

/**
 * Resolves a name when the connection is made, and refuses the connection if any of its addresses is not
 * public: a name that is checked before could have another address a moment later.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(), "", 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Why an address may not be called, as far as its text says it, or null: it is not encrypted, or it is
 * a literal address in a private network.
 */
export function checkTarget(
  url: URL,
  privateHosts: ReadonlySet<string>,
): "no-https" | "private-address" | null {
  const { protocol, hostname } = url;
  if (privateHosts.has(getHostAndPort(url))) return null;
  if (protocol !== "https:") return "no-https";
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) !== 0 && !isPublicAddress(address) ? PRIVATE_ADDRESS : null;
}

/**
 * Sends one message. Redirects are not followed, and no more than the head of the response is read.
 * Failures are returned, not thrown.
 */
export function postMessage(options: PostOptions): Promise<PostResult> {
  const { headers, body, privateHosts, deadlineMs, now, signal } = options;
  const url = new URL(options.url);
  // A literal address is never looked up.
  const problem = checkTarget(url, privateHosts);
  if (problem) return Promise.resolve(buildFailure(problem));
  const deadline = AbortSignal.timeout(deadlineMs);
  return new Promise((resolve) => {
    const send = url.protocol === "https:" ? sendHttps : sendHttp;
    const call = send(
      url,
      {
        method: "POST",
        headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
        // A kept connection would skip the check of its address.
        agent: false,
        ...(!privateHosts.has(getHostAndPort(url)) && { lookup: lookupPublic }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      },
      (response) => {
        resolve(readResult(response, now));
        response.destroy();
      },
    );
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (error instanceof PrivateAddressError) return resolve(buildFailure(PRIVATE_ADDRESS));
      if (deadline.aborted) return resolve(buildFailure("timeout"));
      resolve(buildFailure(error.code ?? "connection"));
    });
    call.end(body);
  });
}

function readResult({ statusCode = 0, headers }: IncomingMessage, now: Date): PostResult {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, status: statusCode };
  return {
    ok: false,
    status: statusCode,
    error: String(statusCode),
    isGone: statusCode === 410,
    retryAfterMs: parseRetryAfter(headers["retry-after"] ?? null, now),
  };
}
