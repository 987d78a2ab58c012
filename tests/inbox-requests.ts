import { randomInt, randomUUID } from "node:crypto";
import { buildRecord } from "#app/features/requests/intake/build-record.ts";
import { buildQuote } from "./factories.ts";

type RequestOptions = { name?: string; description?: string; website?: string };

/**
 * A request with the answers of a quiz, as a visitor of the site at `url` sends it; `website` is the
 * hidden field that only robots fill.
 * @returns the customer's name, which no other request has
 */
export async function sendInboxRequest(
  url: string,
  { name = `Sam ${randomUUID().slice(0, 8)}`, description, website }: RequestOptions = {},
): Promise<string> {
  const now = new Date();
  const phone = `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;
  const record = buildRecord(
    buildQuote({ name, phone, email: "sam@example.com", ...(description ? { description } : {}) }),
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
    consent_text_id: "none",
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
