import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a call: `before` ends it unread, `after` does the work but sends no answer;
 * `text` is sent in place of a JSON body.
 */
export type HighLevelBehavior =
  | { kind: "ok" }
  | {
      kind: "status";
      status: number;
      headers?: Record<string, string>;
      did?: boolean;
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
type Contact = {
  id: string;
  phone: string | null;
  email: string | null;
  dnd: boolean;
  tags: string[];
  notes: string[];
  customFields: Record<string, string>;
  fields: Record<string, unknown>;
};

const getDigits = (phone: unknown) => String(phone ?? "").replace(/\D/g, "");
const OWN_FIELDS = new Set([
  "locationId",
  "tags",
  "customFields",
  "dnd",
  "dndSettings",
  "phone",
  "email",
]);

/**
 * HighLevel's API as its documentation describes it: tokens that rotate, upsert by e-mail first
 * (where e-mail and phone belong to two contacts, the phone is dropped; tags of an upsert replace
 * the others), notes, tags, custom fields, the search for duplicates, do-not-disturb. Answers come
 * from the state; `behave` puts faults before them.
 */
export async function startHighLevel(options: {
  clientId: string;
  clientSecret: string;
  locationId: string;
  now?: () => number;
}) {
  const { clientId, clientSecret, locationId, now = Date.now } = options;
  const calls: HighLevelCall[] = [];
  const contacts = new Map<string, Contact>();
  const customFields: { id: string; name: string; fieldKey: string }[] = [];
  const codes = new Set<string>();
  const held: ServerResponse[] = [];
  let access = "";
  let refresh = "";
  let refreshes = 0;
  let behave: (call: HighLevelCall) => HighLevelBehavior = () => ({ kind: "ok" });

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
  const token = (form: Record<string, unknown>): [number, unknown] => {
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return [401, { error: "invalid_client", error_description: "Client is unknown" }];
    const known =
      form.grant_type === "authorization_code"
        ? codes.delete(String(form.code))
        : form.grant_type === "refresh_token" && form.refresh_token === refresh;
    if (!known)
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

  const find = (test: (contact: Contact) => boolean) => [...contacts.values()].find(test);
  const findByPhone = (phone: unknown) =>
    getDigits(phone) ? find((contact) => getDigits(contact.phone) === getDigits(phone)) : undefined;
  const findByEmail = (email: unknown) =>
    email ? find((contact) => contact.email === String(email).toLowerCase()) : undefined;
  const formatContact = ({ id, phone, email, dnd, tags }: Contact) => ({
    id,
    phone,
    email,
    dnd,
    tags,
    locationId,
  });

  const updateContact = (contact: Contact, body: Record<string, unknown>) => {
    const owner = findByPhone(body.phone);
    if (body.phone && (!owner || owner === contact)) contact.phone = String(body.phone);
    const mailOwner = findByEmail(body.email);
    if (body.email && (!mailOwner || mailOwner === contact))
      contact.email = String(body.email).toLowerCase();
    if (Array.isArray(body.tags)) contact.tags = body.tags.map(String);
    if (typeof body.dnd === "boolean") contact.dnd = body.dnd;
    for (const { id, field_value } of (body.customFields ?? []) as {
      id: string;
      field_value: string;
    }[])
      contact.customFields[id] = field_value;
    for (const [key, value] of Object.entries(body))
      if (!OWN_FIELDS.has(key)) contact.fields[key] = value;
  };
  const addContact = (body: Record<string, unknown>): Contact => {
    const contact: Contact = {
      id: `c${contacts.size + 1}${randomBytes(8).toString("hex")}`,
      phone: null,
      email: null,
      dnd: false,
      tags: [],
      notes: [],
      customFields: {},
      fields: {},
    };
    contacts.set(contact.id, contact);
    updateContact(contact, body);
    return contact;
  };

  /** What the API does with a call that nothing is wrong with. */
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
    const answer = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      res.writeHead(status, { "Content-Type": "application/json", ...headers });
      res.end(JSON.stringify(value));
    };
    const reply = (): [number, unknown] => {
      if (isToken) return token(body);
      if (req.headers.authorization !== `Bearer ${access}`)
        return [401, { message: "Invalid JWT", statusCode: 401 }];
      if (req.headers.version !== "2021-07-28")
        return [400, { message: "version header was not found" }];
      return handleApiCall(call);
    };
    const act = behave(call);
    if (act.kind === "hang") return void held.push(res);
    if (act.kind === "cut" && act.when === "before") return req.socket.destroy();
    if (act.kind === "status") {
      if (act.did) reply();
      if (act.text === undefined)
        return answer(act.status, { message: act.message ?? "fault" }, act.headers);
      res.writeHead(act.status, act.headers);
      return void res.end(act.text);
    }
    const [status, value] = reply();
    if (act.kind === "cut") return req.socket.destroy();
    answer(status, value);
  };

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => handle(req, res, Buffer.concat(parts).toString()));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
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
    /** A code as the consent page would hand out. */
    issueCode() {
      const code = randomBytes(16).toString("hex");
      codes.add(code);
      return code;
    },
    issueTokens,
    /** The access token ends; the refresh token still counts. */
    expireAccessToken() {
      access = `ended-${randomBytes(8).toString("hex")}`;
    },
    /** Nobody's tokens count any more. */
    revokeTokens() {
      access = refresh = `revoked-${randomBytes(8).toString("hex")}`;
    },
    behave(next: HighLevelBehavior | ((call: HighLevelCall) => HighLevelBehavior)) {
      behave = typeof next === "function" ? next : () => next;
    },
    async close() {
      for (const res of held) res.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
export type HighLevelDouble = Awaited<ReturnType<typeof startHighLevel>>;
