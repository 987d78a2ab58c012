import type { Env } from "#app/lib/env.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { DEADLINE_MS } from "./constants.ts";
import { openSecrets, type StoredSecrets } from "./endpoint-secrets.server.ts";
import { buildFailure, type PostResult, postMessage } from "./post-message.server.ts";
import { signMessage } from "./sign-message.server.ts";

export type WebhookMessage = {
  /** Of the event: the same for every attempt, so that a receiver notices what it has already. */
  id: string;
  type: string;
  occurredAt: Date;
  data: Record<string, unknown>;
};

type SendOptions = {
  endpoint: StoredSecrets & { url: string };
  message: WebhookMessage;
  now: Date;
  signal?: AbortSignal;
  /** How long the receiver may take to answer. */
  deadlineMs?: number;
};

/** Signs a message and sends it to one endpoint. Failures are returned, not thrown. */
export async function sendMessage(
  { vault, env }: { vault: Vault; env: Pick<Env, "WEBHOOK_PRIVATE_HOSTS"> },
  { endpoint, message, now, signal, deadlineMs = DEADLINE_MS }: SendOptions,
): Promise<PostResult> {
  const { id, type, occurredAt, data } = message;
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  const secrets = openSecrets(vault, endpoint, now);
  if (secrets.length === 0) return buildFailure("no-secret");
  try {
    return await postMessage({
      url: endpoint.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Henrys-Helpline-Webhooks/1.0",
        ...signMessage({ id, at: now, body }, secrets),
      },
      body,
      privateHosts: env.WEBHOOK_PRIVATE_HOSTS,
      deadlineMs,
      now,
      signal,
    });
  } catch {
    // An address that cannot be used at all, such as one that was edited by hand.
    return buildFailure("bad-address");
  }
}
