import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";

/** More than anybody types; a preview takes up to 20 ms of processor time. */
const PREVIEWS_PER_MINUTE = 120;

/** Whether one more preview of a topic is allowed from this address. */
export const allowsPreview = createLocalRateLimit({
  perMinute: PREVIEWS_PER_MINUTE,
  now: Date.now,
});

/** The answer to one preview too many; the panel then shows none. */
export const refusePreview = () =>
  Response.json({ preview: null }, { status: 429, headers: { "Retry-After": "60" } });
