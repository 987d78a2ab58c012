import { z } from "zod";
import type { ContactSyncRecord } from "#app/features/requests/build-record.ts";
import { REQUEST_DEADLINE_MS } from "./constants.ts";
import { parseRetryAfter } from "./schedule-attempt.ts";

export type ContactSyncConfig = { url: string; key: string; secret: string };

/** What became of one call. Texts hold no personal data: they name the status, never the body. */
export type SyncReply =
  | { kind: "delivered"; status: number; contactId: string | null }
  /** The target does not take this row, however often it is sent. */
  | { kind: "refused"; status: number; error: string }
  /** The target takes nothing now (wrong key, no endpoint, too many calls): its rows wait, no attempt is spent. */
  | { kind: "paused"; status: number; error: string; retryAfterMs: number | null }
  | { kind: "failed"; status: number | null; error: string; retryAfterMs: number | null };

const REFUSING = new Set([400, 413, 422]);
const PAUSING = new Set([401, 403, 404, 408, 425, 429]);
const MAX_REPLY_BYTES = 256 * 1024;

const replySchema = z.object({
  success: z.boolean(),
  error: z.string().nullish(),
  contact_id: z.string().max(200).nullish(),
  contactId: z.string().max(200).nullish(),
  ghl_contact_id: z.string().max(200).nullish(),
});

/**
 * Sends one record to the contact-sync function (specification P7), the secret added here and nowhere else.
 * @param key the same for every attempt at a request, so that a target which keeps it makes one contact
 */
export async function sendRecord(config: ContactSyncConfig, options: { record: ContactSyncRecord; key: string; now: () => Date }): Promise<SyncReply> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(config.url, {
      method: "POST",
      redirect: "error",
      headers: {
        Authorization: `Bearer ${config.key}`,
        "Content-Type": "application/json",
        "x-webhook-secret": config.secret,
        "Idempotency-Key": options.key,
      },
      body: JSON.stringify({ type: "INSERT", record: options.record }),
      signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
    });
    text = await readLimited(response);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { kind: "failed", status: null, error: timedOut ? `no answer within ${REQUEST_DEADLINE_MS / 1000} s` : "no connection, or the answer broke off", retryAfterMs: null };
  }
  const { status } = response;
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), options.now());
  const error = `sync error: status ${status}`;
  if (REFUSING.has(status)) return { kind: "refused", status, error };
  if (PAUSING.has(status)) return { kind: "paused", status, error, retryAfterMs };
  if (!response.ok) return { kind: "failed", status, error, retryAfterMs };
  const reply = replySchema.safeParse(parseJson(text));
  if (!reply.success) return { kind: "failed", status, error: "the answer is not the JSON that was agreed", retryAfterMs };
  if (!reply.data.success) return { kind: "failed", status, error: reply.data.error ? "the function answered success: false" : "Unknown error from Edge Function", retryAfterMs };
  return { kind: "delivered", status, contactId: reply.data.contact_id ?? reply.data.contactId ?? reply.data.ghl_contact_id ?? null };
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
