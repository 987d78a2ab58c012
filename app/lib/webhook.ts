/** A webhook call as it was received: its signature covers the raw `body`. */
export type WebhookRequest = { headers: Headers; body: Uint8Array };

/**
 * The reply to a webhook call. `ok` also for an event that was handled before or needs no handling:
 * otherwise its sender would send it again.
 */
export type WebhookResult =
  | { ok: true }
  | { ok: false; status: 400 | 401; error: string; isForged?: true };
