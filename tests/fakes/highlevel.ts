import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Contact, createContacts } from "./highlevel-contacts.ts";

/**
 * How the API responds. `cut`: the connection ends before or after the call is handled. `isHandled`: the
 * call is handled in spite of the status. `text` is sent instead of a JSON body.
 */
export type HighLevelBehavior =
  | { kind: "ok" }
  | {
      kind: "status";
      status: number;
      headers?: Record<string, string>;
      isHandled?: boolean;
      message?: string | string[];
      text?: string;
    }
  | { kind: "cut"; when: "before" | "after" }
  | { kind: "hang" };

export type HighLevelCall = {
  number: number;
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  at: number;
};
/**
 * HighLevel's API as its documentation describes it: tokens that rotate, upsert by email first
 * (where email and phone belong to two contacts, the phone is dropped; tags of an upsert replace
 * the others), notes, tags, custom fields, the search for duplicates, do-not-disturb. Responses
 * come from its state; `behave` adds faults.
 */
export async function startHighLevel(options: {
  clientId: string;
  clientSecret: string;
  locationId: string;
  now?: () => number;
}) {
  const { clientId, clientSecret, locationId, now = Date.now } = options;
  const calls: HighLevelCall[] = [];
  const { contacts, addContact, updateContact, findByPhone, findByEmail } = createContacts();
  const customFields: { id: string; name: string; fieldKey: string }[] = [];
  const codes = new Set<string>();
  const hanging: ServerResponse[] = [];
  let access = "";
  let refresh = "";
  let refreshes = 0;
  let behavior: (call: HighLevelCall) => HighLevelBehavior = () => ({ kind: "ok" });

  const issueTokens = () => {
    access = `access-${randomBytes(24).toString("base64url")}`;
    refresh = `refresh-${randomBytes(24).toString("base64url")}`;
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: "Bearer",
      expires_in: 86_399,
      userType: "Location",
      locationId,
      scope: "contacts.write",
    };
  };
  const exchangeToken = (form: Record<string, unknown>): [number, unknown] => {
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return [401, { error: "invalid_client", error_description: "Client is unknown" }];
    const isValid =
      form.grant_type === "authorization_code"
        ? codes.delete(String(form.code))
        : form.grant_type === "refresh_token" && form.refresh_token === refresh;
    if (!isValid)
      return [
        400,
        {
          error: "invalid_grant",
          error_description: "Invalid grant: the code or refresh token is used up",
        },
      ];
    if (form.grant_type === "refresh_token") refreshes += 1;
    return [200, issueTokens()];
  };

  const formatContact = ({ id, phone, email, dnd, tags }: Contact) => ({
    id,
    phone,
    email,
    dnd,
    tags,
    locationId,
  });

  /** Handles a valid call. @returns status and body */
  const handleApiCall = ({ method, path, query, body }: HighLevelCall): [number, unknown] => {
    const notFound: [number, unknown] = [400, { message: "Contact not found", statusCode: 400 }];
    if (method === "POST" && path === "/contacts/upsert") {
      if (body.locationId !== locationId)
        return [403, { message: "The token does not have access to this location" }];
      const known = findByEmail(body.email) ?? findByPhone(body.phone);
      if (known) updateContact(known, body);
      return [
        known ? 200 : 201,
        { new: !known, contact: formatContact(known ?? addContact(body)) },
      ];
    }
    if (method === "GET" && path === "/contacts/search/duplicate") {
      const found = findByPhone(query.get("number")) ?? findByEmail(query.get("email"));
      return [200, { contact: found ? formatContact(found) : null }];
    }
    if (path === `/locations/${locationId}/customFields`) {
      if (method === "GET") return [200, { customFields }];
      const name = String(body.name);
      const fieldKey = `contact.${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`;
      if (customFields.some((field) => field.fieldKey === fieldKey))
        return [400, { message: "Custom field with same name already exists" }];
      const field = { id: `f${customFields.length + 1}`, name, fieldKey };
      customFields.push(field);
      return [201, { customField: field }];
    }
    const [, id = "", part] = /^\/contacts\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const contact = contacts.get(id);
    if (!contact) return notFound;
    if (method === "POST" && part === "tags") {
      contact.tags = [...new Set([...contact.tags, ...(body.tags as string[])])];
      return [201, { tags: contact.tags }];
    }
    if (part === "notes") {
      if (method === "POST") contact.notes.push(String(body.body));
      return [
        method === "POST" ? 201 : 200,
        method === "POST"
          ? { note: { id: `n${contact.notes.length}`, body: body.body } }
          : { notes: contact.notes.map((text) => ({ body: text })) },
      ];
    }
    if (method === "PUT") {
      updateContact(contact, body);
      return [200, { succeded: true, contact: formatContact(contact) }];
    }
    return [404, { message: "Not Found" }];
  };

  const handle = (req: IncomingMessage, res: ServerResponse, text: string) => {
    const url = new URL(req.url ?? "/", "http://highlevel.test");
    const isToken = url.pathname === "/oauth/token";
    const body = (
      isToken ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : {}
    ) as Record<string, unknown>;
    const call = {
      number: calls.length + 1,
      method: req.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      body,
      at: now(),
    };
    calls.push(call);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      res.writeHead(status, { "Content-Type": "application/json", ...headers });
      res.end(JSON.stringify(value));
    };
    const handleCall = (): [number, unknown] => {
      if (isToken) return exchangeToken(body);
      if (req.headers.authorization !== `Bearer ${access}`)
        return [401, { message: "Invalid JWT", statusCode: 401 }];
      if (req.headers.version !== "2021-07-28")
        return [400, { message: "version header was not found" }];
      return handleApiCall(call);
    };
    const next = behavior(call);
    if (next.kind === "hang") return void hanging.push(res);
    if (next.kind === "cut" && next.when === "before") return req.socket.destroy();
    if (next.kind === "status") {
      if (next.isHandled) handleCall();
      if (next.text === undefined)
        return send(next.status, { message: next.message ?? "fault" }, next.headers);
      res.writeHead(next.status, next.headers);
      return void res.end(next.text);
    }
    const [status, value] = handleCall();
    if (next.kind === "cut") return req.socket.destroy();
    send(status, value);
  };

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => handle(req, res, Buffer.concat(parts).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    locationId,
    calls,
    contacts,
    customFields,
    addContact,
    notes: () => [...contacts.values()].flatMap((contact) => contact.notes),
    refreshes: () => refreshes,
    /** Issues a code, as the consent page would. */
    issueCode() {
      const code = randomBytes(16).toString("hex");
      codes.add(code);
      return code;
    },
    issueTokens,
    /** Ends the access token; the refresh token stays valid. */
    expireAccessToken() {
      access = `ended-${randomBytes(8).toString("hex")}`;
    },
    /** Makes all tokens invalid. */
    revokeTokens() {
      access = refresh = `revoked-${randomBytes(8).toString("hex")}`;
    },
    behave(newBehavior: HighLevelBehavior | ((call: HighLevelCall) => HighLevelBehavior)) {
      behavior = typeof newBehavior === "function" ? newBehavior : () => newBehavior;
    },
    async close() {
      for (const res of hanging) res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type HighLevelFake = Awaited<ReturnType<typeof startHighLevel>>;
