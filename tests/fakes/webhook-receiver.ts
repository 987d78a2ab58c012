import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** `hang`: no response; `cut`: the connection ends; `redirect`: to another path of this server. */
type Fault = { status: number; retryAfter?: string } | "hang" | "cut" | "redirect";
export type ReceivedWebhook = {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
};
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/**
 * Another program that receives webhooks on loopback, and checks each with the official library of
 * Standard Webhooks: a message that it does not accept is a 401.
 */
export async function startWebhookReceiver() {
  const secrets: string[] = [];
  const messages: ReceivedWebhook[] = [];
  const refused: string[] = [];
  const paths: string[] = [];
  let fault: ((message: ReceivedWebhook) => Fault | null) | null = null;
  let changed: (() => void)[] = [];

  const verify = (body: string, headers: Record<string, string>): ReceivedWebhook | null => {
    for (const secret of secrets)
      try {
        const message = new Webhook(secret).verify(body, headers) as Omit<ReceivedWebhook, "id">;
        return { ...message, id: headers["webhook-id"] ?? "" };
      } catch {}
    return null;
  };
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const body = Buffer.concat(await req.toArray()).toString("utf8");
    paths.push(req.url ?? "");
    const message = verify(body, req.headers as Record<string, string>);
    const failure = message && fault?.(message);
    if (!message) refused.push(body);
    if (failure === "hang") return;
    if (failure === "cut") return void req.socket.destroy();
    if (failure === "redirect") return void res.writeHead(307, { Location: "/elsewhere" }).end();
    if (failure)
      return void res
        .writeHead(failure.status, failure.retryAfter ? { "Retry-After": failure.retryAfter } : {})
        .end("what a receiver says of Jordan Example");
    if (message) messages.push(message);
    res.writeHead(message ? 204 : 401).end();
    for (const notify of changed) notify();
    changed = [];
  };

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/hooks`,
    host,
    /** Secrets that messages are accepted with. */
    secrets,
    messages,
    /** Bodies whose signature was not accepted. */
    refused,
    paths,
    /** Fails with what the function returns from now on; null: not at all. */
    fail(next: Fault | ((message: ReceivedWebhook) => Fault | null) | null) {
      fault = typeof next === "function" || next === null ? next : () => next;
    },
    /** Resolves when there are so many messages. */
    async waitFor(count: number): Promise<ReceivedWebhook[]> {
      while (messages.length < count) await new Promise<void>((resolve) => changed.push(resolve));
      return messages;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
