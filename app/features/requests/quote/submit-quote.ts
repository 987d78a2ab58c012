import { newUuid } from "#app/lib/new-uuid.ts";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { FORM_VERSION } from "../constants.ts";
import { buildRecord } from "../intake/build-record.ts";
import type { QuoteDraft } from "./fields.ts";
import type { QuoteFormConfig } from "./quote-form-config.ts";
import { readTouches } from "./read-touches.ts";

const ENDPOINT = "/functions/v1/contact-sync";
const TIMEOUT_MS = 20_000;

/** Proof of consent, and signs of a bot. */
export type ConsentEvidence = {
  /** When the consent text was first visible. */
  shownAt: Date;
  /** For how many milliseconds the consent text was visible. */
  visibleMs: number;
  /** When the form was opened, milliseconds since 1970. */
  startedAt: number;
  /** Value of the honeypot field. */
  website: string;
};

type Attempt = { fingerprint: string; key: string };
let lastAttempt: Attempt | undefined;

/** The same key for the same answers, so that a retry creates no second request. */
export function getIdempotencyKey(fingerprint: string): string {
  if (lastAttempt?.fingerprint !== fingerprint) lastAttempt = { fingerprint, key: newUuid() };
  return lastAttempt.key;
}

export type QuoteSubmission = {
  values: QuoteDraft;
  serviceType?: string;
  quiz?: QuizHandoff;
  config: QuoteFormConfig;
  evidence: ConsentEvidence;
};

/** What the receipt shows of a stored request. `requestUrl`: the customer's own page. */
export type SentQuote = { reference: string; requestUrl: string | null };

/** Posts the request. Resolves when it is stored; rejects on any other response, or none. */
export async function submitQuote({
  values,
  serviceType,
  quiz,
  config,
  evidence,
}: QuoteSubmission): Promise<SentQuote> {
  const now = new Date();
  const record = buildRecord(values, { serviceType, quiz, now });
  const response = await fetch(ENDPOINT, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${config.publicKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": getIdempotencyKey(JSON.stringify([values, serviceType, quiz])),
    },
    body: JSON.stringify({
      type: "INSERT",
      record,
      meta: {
        consent_text_id: config.consent.id,
        shown_at: evidence.shownAt.toISOString(),
        agreed_at: now.toISOString(),
        visible_ms: evidence.visibleMs,
        page_url: location.href.slice(0, 2_000),
        form_version: FORM_VERSION,
        filled_ms: now.getTime() - evidence.startedAt,
        website: evidence.website,
        touch: readTouches(),
      },
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const result = (await response.json()) as {
    success?: boolean;
    error?: string;
    request_url?: string;
  };
  if (!response.ok) throw new Error(`sync error ${response.status}`);
  if (!result.success) throw new Error(result.error ?? "Unknown error from Edge Function");
  lastAttempt = undefined;
  return { reference: record.id, requestUrl: result.request_url ?? null };
}
