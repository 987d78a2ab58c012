import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type TwilioFake = Awaited<ReturnType<typeof startTwilio>>;
type SentText = { to: string; from: string; body: string };
type Fault = { status: number } | "cut" | "cut-after" | "not-json";

/** What Twilio's error responses say, by code. */
const ERRORS: Record<number, { status: number; message: string }> = {
  20003: { status: 401, message: "Authenticate" },
  20404: { status: 404, message: "The requested resource was not found" },
  20429: { status: 429, message: "Too Many Requests" },
  20500: { status: 500, message: "Internal Server Error" },
  21211: { status: 400, message: "The 'To' number is not a valid phone number." },
  21602: { status: 400, message: "Message body is required." },
  21606: { status: 400, message: "The 'From' phone number is not a valid, SMS-capable number." },
  21610: { status: 400, message: "Attempt to send to unsubscribed recipient" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: {
    status: 400,
    message: "The concatenated message body exceeds the 1600 character limit.",
  },
};
const FAULT_CODES: Record<number, number> = { 401: 20003, 429: 20429 };
const MAX_BODY_LENGTH = 1_600;

/**
 * The parts of Twilio's API that texts use: basic authentication, messages with their refusals, the
 * account, and faults.
 */
export async function startTwilio(options: { from: string }) {
  const accountSid = `AC${randomBytes(16).toString("hex")}`;
  const authToken = randomBytes(16).toString("hex");
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const texts: SentText[] = [];
  const calls: string[] = [];
  const refused = new Map<string, number>();
  let fault: Fault | null = null;

  const findError = ({ to, from, body }: SentText): number | undefined => {
    if (!/^\+[1-9]\d{7,14}$/.test(to)) return 21211;
    if (from !== options.from) return 21606;
    if (!body) return 21602;
    if (body.length > MAX_BODY_LENGTH) return 21617;
    return refused.get(to);
  };
  const send = (res: ServerResponse, status: number, body: unknown) =>
    res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const refuse = (res: ServerResponse, code: number) => {
    const { status = 400, message = "" } = ERRORS[code] ?? {};
    send(res, status, {
      code,
      message,
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status,
    });
  };
  const takeText = (res: ServerResponse, text: SentText, after: () => void) => {
    const code = findError(text);
    if (code !== undefined) return refuse(res, code);
    texts.push(text);
    if (fault === "cut-after") return after();
    const sid = `SM${randomBytes(16).toString("hex")}`;
    send(res, 201, { sid, ...text, status: "queued", error_code: null, error_message: null });
  };
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const form = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
    const { pathname } = new URL(req.url ?? "/", "http://twilio");
    calls.push(`${req.method} ${pathname}`);
    if (req.headers.authorization !== authorization) return refuse(res, 20003);
    if (fault === "cut") return void req.socket.destroy();
    if (fault === "not-json") return void res.writeHead(502).end("<html>busy</html>");
    if (fault && fault !== "cut-after") return refuse(res, FAULT_CODES[fault.status] ?? 20500);
    if (req.method === "GET" && pathname === `${account}.json`)
      return send(res, 200, { sid: accountSid, status: "active" });
    if (req.method !== "POST" || pathname !== `${account}/Messages.json`) return refuse(res, 20404);
    const [to, from, body] = ["To", "From", "Body"].map((name) => form.get(name) ?? "") as [
      string,
      string,
      string,
    ];
    takeText(res, { to, from, body }, () => req.socket.destroy());
  };

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    texts,
    calls,
    /** The variables that connect a site to this fake. */
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM_NUMBER: options.from,
      TWILIO_API_BASE_URL: url,
    },
    /** Refuses texts to a number from now on, such as 21610 after a STOP. */
    refuse: (to: string, code: keyof typeof ERRORS) => refused.set(to, code),
    /** Sets the fault of all calls from now on; null: none. */
    fail(next: Fault | null) {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type SignOptions = { url: string; authToken: string };

/** A text that arrives, as Twilio posts and signs it. */
export function buildInboundText(
  text: { from: string; body: string; sid?: string; fields?: Record<string, string> },
  { url, authToken }: SignOptions,
) {
  const fields: Record<string, string> = {
    ToCountry: "US",
    MessageSid: text.sid ?? `SM${randomBytes(16).toString("hex")}`,
    NumMedia: "0",
    From: text.from,
    Body: text.body,
    ...text.fields,
  };
  let signed = url;
  for (const name of Object.keys(fields).sort()) signed += name + fields[name];
  return {
    body: new URLSearchParams(fields).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
      "X-Twilio-Signature": createHmac("sha1", authToken).update(signed, "utf8").digest("base64"),
    },
  };
}
