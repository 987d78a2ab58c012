import { randomInt, randomUUID } from "node:crypto";
import type pg from "pg";
import { buildIntakeBody } from "./factories.ts";
import { insertProvider } from "./providers.ts";

export type Customer = Awaited<ReturnType<typeof sendCustomer>>;

/**
 * Sends a request as the quote form does, with its own ZIP code, so that only the providers of one
 * test cover it. Its description repeats the personal data that needs the customer's yes.
 */
export async function sendCustomer(db: pg.Client, { url, zip }: { url: string; zip: string }) {
  // Letters only: seven digits in a name would be hidden as a phone number.
  const suffix = randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
  const name = `Robin ${suffix}`;
  const phone = `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;
  const email = `${randomUUID().slice(0, 8)}@customer.example`;
  const body = buildIntakeBody({
    values: {
      name,
      phone,
      email,
      zipCode: zip,
      address: "77 Secret Lane",
      description: `Leak. ${name}, ${phone}`,
    },
  });
  const response = await fetch(`${url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "Idempotency-Key": randomUUID(),
      "X-Forwarded-For": `203.0.113.${randomInt(250)}`,
    },
    body: JSON.stringify(body),
  });
  const { request_url: pageUrl = "" } = (await response.json()) as { request_url?: string };
  const { rows } = await db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  const personal = [name, "Robin", phone, phone.slice(-8), email, "Secret Lane"];
  // The path of the customer's own page.
  const path = pageUrl.slice(pageUrl.indexOf("/r/"));
  return { name, phone, email, id: rows[0]?.id ?? "", path, personal };
}

/** A verified plumber with a subscription, who covers one ZIP code. */
export async function insertPlumber(
  db: pg.Client,
  zip: string,
  { company = "Peach", companyName = "", credits = 100, rating = 4.5, email = "" } = {},
): Promise<{ id: string; name: string }> {
  const { id, name } = await insertProvider(db, {
    company_name: companyName || `${company} ${randomUUID().slice(0, 8)}`,
    contact_email: email || null,
    verification_status: "verified",
    service_area_zips: [zip],
    service_categories: ["Plumbing"],
    reputation: rating,
    credits,
  });
  await db.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [id],
  );
  return { id, name };
}

export const getCredits = async (db: pg.Client, providerId: string): Promise<number> =>
  (
    await db.query<{ credits: number }>(
      "select credits::float8 as credits from providers where id = $1",
      [providerId],
    )
  ).rows[0]?.credits ?? Number.NaN;
