/** What the account page's action returns to a form of this section. */
export type PushFormReply = {
  done?: string;
  failed?: string;
  /** Where nothing came back from the server. */
  message?: string;
  errors?: Record<string, string>;
};

const results = new WeakMap<PushFormReply, PushFormReply>();

/** The reply with one place for failures; the same object for the same reply. */
export function toFormResult(reply: PushFormReply): PushFormReply;
export function toFormResult(reply: PushFormReply | undefined): PushFormReply | undefined;
export function toFormResult(reply: PushFormReply | undefined): PushFormReply | undefined {
  if (!reply) return undefined;
  const known = results.get(reply);
  if (known) return known;
  const result = { ...reply, failed: reply.failed ?? reply.message };
  results.set(reply, result);
  return result;
}
