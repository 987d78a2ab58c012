import { createHmac, randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { hashPassword } from "#app/features/auth/password.server.ts";

export const PASSWORD = "correct horse battery";
let hashed: Promise<string> | undefined;

export type Person = { userId: string; email: string; password: string };

/** A person with a password; `role` null: one without an admin record. */
export async function makeStaff(
  db: pg.Client,
  { role, isActive = true }: { role: StaffRole | null; isActive?: boolean },
): Promise<Person> {
  hashed ??= hashPassword(PASSWORD);
  const userId = randomUUID();
  const email = `${role ?? "nobody"}-${userId.slice(0, 8)}@example.com`;
  await db.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, now(), now())",
    [userId, `Test ${role}`, email],
  );
  await db.query(
    "insert into staff_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values (gen_random_uuid(), $1::text, 'credential', $1::uuid, $2, now(), now())",
    [userId, await hashed],
  );
  if (role)
    await db.query(
      "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, $2, $3, $4, now())",
      [userId, role, `Test ${role}`, isActive],
    );
  return { userId, email, password: PASSWORD };
}

/**
 * A session without the pages that lead to it, for tests of what comes after them; `site` where it
 * is not the one of the page.
 */
export async function openSession(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  site = "",
): Promise<void> {
  const login = await page.request.get(`${site}/backyard`);
  const answer = await page.request.post(login.url(), {
    form: { email, password },
    headers: { Origin: new URL(login.url()).origin },
    maxRedirects: 0,
  });
  expect(answer.headers().location).toBe("/backyard/dashboard");
}

export async function signIn(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.goto("/backyard");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // A page goes on by itself after a redirect, and a navigation of the test's own must not meet
  // that.
  const goesOn = page.waitForEvent("load").catch(() => {});
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/backyard"),
  );
  await page.getByRole("button", { name: "Sign in" }).click();
  if ((await answered).status() === 302) await goesOn;
}

const STEP_SECONDS = 30;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * The code that an authenticator app shows for a secret (RFC 6238), `steps` half minutes from now.
 */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret.replace(/=+$/, "")]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** How long the present code still counts. */
export const secondsLeft = () => STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);

/** A code that is certainly wrong now. */
export function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((steps) => totp(secret, steps));
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    if (!right.includes(code)) return code;
  }
}
