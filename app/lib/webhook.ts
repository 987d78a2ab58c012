/** An event as an outside system has sent it: `body` is what its signature covers. */
export type SentEvent = { headers: Headers; body: Uint8Array };

/** 200 for what was handled before or concerns nobody: otherwise it would be sent again. */
export type WebhookResult =
  | { ok: true }
  | { ok: false; status: 400 | 401; error: string; isForged?: true };
