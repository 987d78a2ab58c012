import { newUuid } from "#app/lib/new-uuid.ts";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { FORM_VERSION } from "../constants.ts";
import { buildRecord } from "../intake/build-record.ts";
import type { QuoteDraft } from "./fields.ts";
import type { QuoteFormConfig } from "./quote-form-config.ts";

const ENDPOINT = "/functions/v1/contact-sync";
const DEADLINE_MS = 20_000;

/** When and for how long the consent text was visible, and when the form was opened. */
export type ConsentEvidence = {
  shownAt: Date;
  visibleMs: number;
  startedAt: number;
  website: string;
};

type Attempt = { fingerprint: string; key: string };
let lastAttempt: Attempt | undefined;

/**
 * The same answers keep their key, so that a retry creates no second request; changed answers get a
 * new key.
 */
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

/** Posts the request. Resolves when it is stored; rejects on any other answer, or none. */
export async function submitQuote({
  values,
  serviceType,
  quiz,
  config,
  evidence,
}: QuoteSubmission): Promise<void> {
  const now = new Date();
  const response = await fetch(ENDPOINT, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${config.publicKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": getIdempotencyKey(JSON.stringify([values, serviceType, quiz])),
    },
    body: JSON.stringify({
      type: "INSERT",
      record: buildRecord(values, { serviceType, quiz, now }),
      meta: {
        consent_text_id: config.consent.id,
        shown_at: evidence.shownAt.toISOString(),
        agreed_at: now.toISOString(),
        visible_ms: evidence.visibleMs,
        page_url: location.href.slice(0, 2_000),
        form_version: FORM_VERSION,
        filled_ms: now.getTime() - evidence.startedAt,
        website: evidence.website,
      },
    }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const answer = (await response.json()) as { success?: boolean; error?: string };
  if (!response.ok) throw new Error(`sync error ${response.status}`);
  if (!answer.success) throw new Error(answer.error ?? "Unknown error from Edge Function");
  lastAttempt = undefined;
}
