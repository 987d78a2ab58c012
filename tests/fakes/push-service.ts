import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type PushServiceFake = Awaited<ReturnType<typeof startPushService>>;
/** A subscription as a browser's Push API returns it. */
export type FakeSubscription = { endpoint: string; p256dh: string; auth: string };
export type ReceivedPush = {
  endpoint: string;
  /** The decrypted text. */
  text: string;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** Who sends: the subject of the signed token. */
  subject: string;
};
/** `hang`: no response; `cut`: the connection ends; `redirect`: to another address. */
type Fault = { status: number; retryAfter?: string } | "hang" | "cut" | "redirect";
type Browser = { ecdh: ECDH; auth: Buffer; isGone: boolean; applicationServerKey: string | null };

const MAX_BODY = 4_096;
const MAX_TOKEN_SECONDS = 24 * 60 * 60;
const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 5;
const TAG_BYTES = 16;
const TEXT_ENDS = 2;

/**
 * A push service (RFC 8030) with its browsers: takes messages that are signed (RFC 8292), and decrypts
 * them as the browser would (RFC 8291, RFC 8188).
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>();
  const messages: ReceivedPush[] = [];
  const calls: string[] = [];
  let fault: Fault | null = null;
  let waiting: (() => void)[] = [];

  const take = (req: IncomingMessage, body: Buffer): { status: number; message?: ReceivedPush } => {
    const { pathname } = new URL(req.url ?? "/", origin);
    const browser = browsers.get(pathname);
    if (req.method !== "POST") return { status: 405 };
    if (!browser) return { status: 404 };
    if (browser.isGone) return { status: 410 };
    if (body.length > MAX_BODY) return { status: 413 };
    const { ttl, urgency, topic, "content-encoding": encoding } = req.headers;
    if (!/^\d+$/.test(String(ttl)) || encoding !== "aes128gcm") return { status: 400 };
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return { status: 400 };
    const signed = checkSignature(req.headers.authorization ?? "", origin);
    if (!signed) return { status: 401 };
    if (browser.applicationServerKey && browser.applicationServerKey !== signed.key)
      return { status: 403 };
    const message = {
      endpoint: origin + pathname,
      text: decrypt(browser, body),
      ttl: Number(ttl),
      urgency: urgency as string | undefined,
      topic: topic as string | undefined,
      subject: signed.subject,
    };
    return { status: 201, message };
  };
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const body = Buffer.concat(await req.toArray());
    calls.push(`${req.method} ${req.url}`);
    if (fault === "hang") return;
    if (fault === "cut") return void req.socket.destroy();
    if (fault === "redirect")
      return void res.writeHead(307, { Location: `${origin}/elsewhere` }).end();
    if (fault)
      return void res
        .writeHead(fault.status, fault.retryAfter ? { "Retry-After": fault.retryAfter } : {})
        .end();
    const { status, message } = take(req, body);
    if (message) messages.push(message);
    res
      .writeHead(status, status === 201 ? { Location: `${origin}/m/${messages.length}` } : {})
      .end();
    for (const notify of waiting) notify();
    waiting = [];
  };

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    messages,
    calls,
    /** The variable that lets a site use this service. */
    env: { PUSH_SERVICE_URL: origin },
    /**
     * Subscribes a browser.
     * @param applicationServerKey only messages that are signed with it are taken
     */
    subscribe(applicationServerKey: string | null = null): FakeSubscription {
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(path, { ecdh, auth, isGone: false, applicationServerKey });
      return {
        endpoint: origin + path,
        p256dh: ecdh.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    /** The browser takes its permission back. */
    unsubscribe({ endpoint }: Pick<FakeSubscription, "endpoint">) {
      const browser = browsers.get(new URL(endpoint).pathname);
      if (browser) browser.isGone = true;
    },
    /** Sets the fault of all calls from now on; null: none. */
    fail(next: Fault | null) {
      fault = next;
    },
    /** Resolves when there are so many messages. */
    async waitFor(count: number): Promise<ReceivedPush[]> {
      while (messages.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return messages;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The sender of an `Authorization: vapid t=…, k=…`; null where the token is not valid here and now. */
function checkSignature(header: string, audience: string): { key: string; subject: string } | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return null;
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  if (!isSigned || read(head).alg !== "ES256") return null;
  const { aud, exp, sub } = read(claims) as { aud: string; exp: number; sub: string };
  const secondsLeft = exp - Date.now() / 1_000;
  if (aud !== audience || secondsLeft <= 0 || secondsLeft > MAX_TOKEN_SECONDS) return null;
  return /^(?:mailto:.+@|https:)/.test(sub) ? { key, subject: sub } : null;
}

/** @throws where the message was not encrypted for this browser */
function decrypt({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body[HEADER_BYTES - 1] ?? 0;
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + keyLength);
  const sealed = body.subarray(HEADER_BYTES + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== TEXT_ENDS) throw new Error("the message has no end");
  return padded.subarray(0, end).toString();
}
