import { randomInt, randomUUID } from "node:crypto";
import { buildRecord } from "#app/features/requests/intake/build-record.ts";
import { buildQuote } from "./factories.ts";

type RequestOptions = {
  name?: string;
  description?: string;
  website?: string;
  phone?: string;
  email?: string;
  /** Of the text that the site shows now; without it no consent is captured. */
  consentTextId?: string;
};

/** A phone number that hardly any other request has. */
export const pickPhone = () =>
  `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;

/**
 * A request with the answers of a quiz, as a visitor of the site at `url` sends it; `website` is the
 * hidden field that only robots fill.
 * @returns the customer's name, which no other request has
 */
export async function sendInboxRequest(
  url: string,
  {
    name = `Sam ${randomUUID().slice(0, 8)}`,
    description,
    website,
    phone = pickPhone(),
    email = "sam@example.com",
    consentTextId = "none",
  }: RequestOptions = {},
): Promise<string> {
  const now = new Date();
  const record = buildRecord(
    buildQuote({ name, phone, email, ...(description ? { description } : {}) }),
    {
      serviceType: "Plumbing",
      quiz: {
        slug: "sink",
        answers: [
          { id: "1", questionText: "Is it <b>wet</b>?", answer: "Yes", ghlField: "question_1" },
        ],
      },
      now,
    },
  );
  const meta = {
    consent_text_id: consentTextId,
    shown_at: now.toISOString(),
    agreed_at: now.toISOString(),
    visible_ms: 5_000,
    page_url: "http://localhost/quote",
    form_version: "test",
    filled_ms: 60_000,
    website,
  };
  const answer = await fetch(`${url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "Idempotency-Key": randomUUID(),
      "X-Forwarded-For": `198.51.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ type: "INSERT", record, meta }),
  });
  if (!answer.ok) throw new Error(`the request was answered with ${answer.status}`);
  return name;
}
