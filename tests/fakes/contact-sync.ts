import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the function responds to the next calls. */
export type Behavior =
  | { kind: "ok" }
  | { kind: "status"; status: number; headers?: Record<string, string> }
  | { kind: "refusal"; error?: string }
  | { kind: "not-json" }
  | { kind: "cut" }
  | { kind: "hang" }
  /** The contact is created, but the response never arrives. */
  | { kind: "created-then-cut" };

export type Call = {
  headers: IncomingMessage["headers"];
  body: { type: string; record: Record<string, unknown> };
  at: number;
};

/**
 * The contact-sync function at the CRM provider, as specification P7 describes it: bearer key,
 * webhook secret, INSERT body, {success, error}. It stores idempotency keys: the same key
 * returns the same contact.
 */
export async function startContactSync(options: { key: string; secret: string }) {
  const calls: Call[] = [];
  const contacts = new Map<string, string>();
  const hanging: ServerResponse[] = [];
  let behavior: (call: number) => Behavior = () => ({ kind: "ok" });

  const reply = (
    res: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    res.writeHead(status, { "Content-Type": "application/json", ...headers });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };

  const server = createServer((req, res) => {
    // Not part of the function: lets tests in other processes see what arrived.
    if (req.method === "GET" && req.url === "/calls") return reply(res, 200, calls);
    if (req.method !== "POST")
      return reply(res, 405, { success: false, error: "Method Not Allowed" });
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => {
      if (
        req.headers.authorization !== `Bearer ${options.key}` ||
        req.headers["x-webhook-secret"] !== options.secret
      )
        return reply(res, 401, { success: false, error: "unauthorized" });
      const body = JSON.parse(Buffer.concat(parts).toString()) as Call["body"];
      calls.push({ headers: req.headers, body, at: Date.now() });
      const act = behavior(calls.length);
      const key = String(req.headers["idempotency-key"]);
      const createContact = () => {
        if (!contacts.has(key)) contacts.set(key, `contact-${contacts.size + 1}`);
        return contacts.get(key);
      };
      switch (act.kind) {
        case "ok":
          return reply(res, 200, { success: true, contact_id: createContact() });
        case "status":
          return reply(res, act.status, { success: false, error: "fault" }, act.headers);
        case "refusal":
          return reply(res, 200, { success: false, error: act.error });
        case "not-json":
          return reply(res, 200, "<html>busy</html>");
        case "created-then-cut":
          createContact();
          return req.socket.destroy();
        case "cut":
          return req.socket.destroy();
        case "hang":
          hanging.push(res);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1/sync`,
    key: options.key,
    secret: options.secret,
    calls,
    contacts,
    behave(next: Behavior | ((call: number) => Behavior)) {
      behavior = typeof next === "function" ? next : () => next;
    },
    async close() {
      for (const res of hanging) res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ContactSyncFake = Awaited<ReturnType<typeof startContactSync>>;
