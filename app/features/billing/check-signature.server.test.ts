import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedByStripe } from "./check-signature.server.ts";

const secret = "whsec_one";
const now = new Date("2026-01-05T10:00:00Z");
const seconds = now.getTime() / 1_000;
const body = Buffer.from('{"name":"Zoë"}');
const sign = (time: number | string, key = secret, text = body) =>
  createHmac("sha256", key).update(`${time}.`).update(text).digest("hex");
const check = (header: string | null, changes: { body?: Buffer; now?: Date } = {}) =>
  isSignedByStripe({ header, body, secret, now, ...changes });

test("accepts a valid signature, even among those of other secrets and schemes", () => {
  expect(check(`t=${seconds},v1=${sign(seconds)}`)).toBe(true);
  expect(check(`t=${seconds}, v1=${sign(seconds, "whsec_old")}, v1=${sign(seconds)}, v0=abc`)).toBe(
    true,
  );
});

test("rejects a changed body, time or signature", () => {
  const valid = sign(seconds);
  for (const header of [
    null,
    "",
    "nonsense",
    `v1=${valid}`,
    `t=${seconds}`,
    `t=${seconds},v1=`,
    `t=${seconds},v0=${valid}`,
    `t=${seconds},v1=${valid.slice(0, -1)}0${valid.endsWith("0") ? "1" : ""}`,
    `t=${seconds + 1},v1=${valid}`,
    `t=${seconds},v1=${valid.toUpperCase()}`,
    `t=x,v1=${sign("x")}`,
    `t=${seconds},v1=${sign(seconds, "whsec_other")}`,
  ])
    expect(check(header), String(header)).toBe(false);
  expect(check(`t=${seconds},v1=${valid}`, { body: Buffer.from('{"name":"Zoe"}') })).toBe(false);
});

test("accepts signatures up to five minutes before or after", () => {
  const header = `t=${seconds},v1=${sign(seconds)}`;
  for (const [shift, isValid] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const)
    expect(check(header, { now: new Date(now.getTime() + shift * 1_000) }), String(shift)).toBe(
      isValid,
    );
});
