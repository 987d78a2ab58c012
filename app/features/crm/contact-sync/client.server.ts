import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { CONTACT_SYNC_TARGET } from "#app/lib/delivery-targets.ts";
import type { DeliveryResult, DeliveryTarget } from "../outbox/delivery-target.server.ts";
import { requireRecord } from "../outbox/queries.server.ts";
import { sendJson } from "../send-json.server.ts";

export type ContactSyncConfig = { url: string; key: string; secret: string };

const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);
const PAUSING: ReadonlySet<number> = new Set([401, 403, 404, 408, 425, 429]);

const replySchema = z.object({
  success: z.boolean(),
  error: z.string().nullish(),
  contact_id: z.string().max(200).nullish(),
  contactId: z.string().max(200).nullish(),
  ghl_contact_id: z.string().max(200).nullish(),
});

/** The contact-sync function as a target: one call per row, counted when the row is claimed. */
export function createContactSyncTarget(options: {
  db: Database;
  config: ContactSyncConfig;
  now: () => Date;
}): DeliveryTarget {
  const { db, config, now } = options;
  return {
    name: CONTACT_SYNC_TARGET,
    callsPerRow: 1,
    isMultiStep: false,
    send: async (row) =>
      sendRecord(config, {
        record: await requireRecord(db, row.requestId),
        key: row.requestId,
        now,
      }),
  };
}

/**
 * Sends one record to the contact-sync function (specification P7). The secret is added here and
 * nowhere else.
 * @param options.key idempotency key: the same for every attempt at a request, so that a target
 * that supports it creates one contact only
 */
async function sendRecord(
  config: ContactSyncConfig,
  options: { record: ContactSyncRecord; key: string; now: () => Date },
): Promise<DeliveryResult> {
  const response = await sendJson({
    url: config.url,
    method: "POST",
    headers: {
      Authorization: `Bearer ${config.key}`,
      "Content-Type": "application/json",
      "x-webhook-secret": config.secret,
      "Idempotency-Key": options.key,
    },
    body: JSON.stringify({ type: "INSERT", record: options.record }),
    now: options.now,
  });
  if (response.status === null) return { kind: "failed", ...response, retryAfterMs: null };
  const { status, body, retryAfterMs } = response;
  const error = `sync error: status ${status}`;
  if (REFUSING.has(status)) return { kind: "refused", status, error };
  if (PAUSING.has(status)) return { kind: "paused", status, error, retryAfterMs };
  if (status < 200 || status >= 300) return { kind: "failed", status, error, retryAfterMs };
  const reply = replySchema.safeParse(body);
  if (!reply.success)
    return {
      kind: "failed",
      status,
      error: "the answer is not the JSON that was agreed",
      retryAfterMs,
    };
  if (!reply.data.success)
    return {
      kind: "failed",
      status,
      error: reply.data.error
        ? "the function answered success: false"
        : "Unknown error from Edge Function",
      retryAfterMs,
    };
  return {
    kind: "delivered",
    status,
    contactId: reply.data.contact_id ?? reply.data.contactId ?? reply.data.ghl_contact_id ?? null,
  };
}
