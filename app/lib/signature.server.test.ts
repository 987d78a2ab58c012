import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { hasStandardWebhookSignature, isSignedBy, parseEd25519Key } from "./signature.server.ts";

const body = Buffer.from('{"a":1}');

test("reads an Ed25519 key from PEM, from its base64 and from one line with \\n, and nothing else", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const signature = sign(null, body, privateKey).toString("base64");
  for (const text of [
    pem,
    pem.replaceAll("\n", "\\n"),
    publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  ]) {
    const key = parseEd25519Key(text);
    expect(key && isSignedBy(key, { body, signature })).toBe(true);
    expect(key && isSignedBy(key, { body: Buffer.from('{"a":2}'), signature })).toBe(false);
    expect(key && isSignedBy(key, { body, signature: "N/A" })).toBe(false);
  }
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 })
    .publicKey.export({ type: "spki", format: "pem" })
    .toString();
  expect([parseEd25519Key(rsa), parseEd25519Key("nonsense"), parseEd25519Key("")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("accepts a standard signature for its id, time, body and secret, for five minutes, among others", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const secret = `whsec_${Buffer.alloc(24, 5).toString("base64")}`;
  const seconds = String(now.getTime() / 1000);
  const made = `v1,${createHmac("sha256", Buffer.alloc(24, 5)).update(`msg_1.${seconds}.`).update(body).digest("base64")}`;
  const check = (
    changes: Record<string, string> = {},
    options: { at?: number; text?: Buffer; key?: string } = {},
  ) =>
    hasStandardWebhookSignature({
      secret: options.key ?? secret,
      headers: new Headers({
        "webhook-id": "msg_1",
        "webhook-timestamp": seconds,
        "webhook-signature": made,
        ...changes,
      }),
      body: options.text ?? body,
      now: new Date(now.getTime() + (options.at ?? 0)),
    });
  expect(check()).toBe(true);
  expect(check({}, { key: secret.slice("whsec_".length) })).toBe(true);
  expect(check({ "webhook-signature": `v1a,xyz v1,AAAA ${made}` })).toBe(true);
  expect(check({}, { at: 299_000 })).toBe(true);
  expect(check({}, { at: 301_000 })).toBe(false);
  expect(check({}, { at: -301_000 })).toBe(false);
  expect(check({ "webhook-id": "msg_2" })).toBe(false);
  expect(check({ "webhook-timestamp": "soon" })).toBe(false);
  expect(check({ "webhook-signature": made.replace("v1,", "v2,") })).toBe(false);
  expect(check({}, { text: Buffer.from("{}") })).toBe(false);
  expect(check({}, { key: Buffer.alloc(24, 6).toString("base64") })).toBe(false);
});
