import { createHash } from "node:crypto";
import webPush from "web-push";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";
import { PUSH_DEADLINE_MS, type PushPayload } from "./constants.ts";
import type { SubscriptionKeys } from "./subscription-keys.server.ts";
import type { VapidKeys } from "./vapid-keys.server.ts";

export type PushTarget = { endpoint: string; keys: SubscriptionKeys };
/** Who sends: the site's keys, and the address that a push service writes to about trouble. */
export type PushSender = { vapidKeys: VapidKeys; email: string };

/**
 * `gone`: the browser has no such subscription any more; `refused`: this message will not be taken;
 * `busy`, `down`: not taken now; `unreadable`: the browser's keys cannot be used.
 */
export type PushFailure =
  | { ok: false; reason: "gone" | "refused" | "unreadable" }
  | { ok: false; reason: "busy" | "down"; retryAfterMs: number | null };
export type PushResult = { ok: true } | PushFailure;

const TOPIC_LENGTH = 32;

/**
 * Sends one message, encrypted for the browser (RFC 8291) and signed by us (RFC 8292). A message about
 * the same thing replaces an earlier one that a browser has not fetched yet. Failures of the service
 * are returned, not thrown; redirects are not followed.
 * @param options.ttlSeconds how long the service keeps it for a browser that is offline
 */
export async function sendPush(
  sender: PushSender,
  target: PushTarget,
  options: {
    payload: PushPayload;
    ttlSeconds: number;
    now: Date;
    signal?: AbortSignal;
    deadlineMs?: number;
  },
): Promise<PushResult> {
  const call = buildCall(sender, target, options);
  if (!call) return { ok: false, reason: "unreadable" };
  const deadline = AbortSignal.timeout(options.deadlineMs ?? PUSH_DEADLINE_MS);
  try {
    const response = await fetch(target.endpoint, {
      method: "POST",
      ...call,
      redirect: "manual",
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    });
    // The status says everything; a body may be of any size.
    await response.body?.cancel().catch(() => {});
    return readResult(response, options.now);
  } catch {
    return { ok: false, reason: "down", retryAfterMs: null };
  }
}

function buildCall(
  { vapidKeys, email }: PushSender,
  { endpoint, keys }: PushTarget,
  { payload, ttlSeconds }: { payload: PushPayload; ttlSeconds: number },
): { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> } | null {
  const text = JSON.stringify(payload);
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
      // Signed below: with `vapidDetails` the library uses the old parser of URLs, which warns.
      headers: sign({ vapidKeys, email }, endpoint),
      TTL: ttlSeconds,
      urgency: "high",
      topic: createHash("sha256").update(text).digest("base64url").slice(0, TOPIC_LENGTH),
      contentEncoding: "aes128gcm",
    });
    const { "Content-Length": _, ...sent } = headers as Record<string, unknown>;
    return {
      headers: Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, String(value)]),
      ),
      body: new Uint8Array(body ?? []),
    };
  } catch {
    return null;
  }
}

const sign = ({ vapidKeys, email }: PushSender, endpoint: string) => ({
  Authorization: webPush.getVapidHeaders(
    new URL(endpoint).origin,
    `mailto:${email}`,
    vapidKeys.publicKey,
    vapidKeys.privateKey,
    "aes128gcm",
  ).Authorization,
});

function readResult({ ok, status, headers }: Response, now: Date): PushResult {
  if (ok) return { ok: true };
  if (status === 404 || status === 410) return { ok: false, reason: "gone" };
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), now);
  if (status === 429) return { ok: false, reason: "busy", retryAfterMs };
  if (status >= 500) return { ok: false, reason: "down", retryAfterMs };
  return { ok: false, reason: "refused" };
}
