import { CONSENT_PURPOSE } from "#app/features/consent/consent-text.ts";
import { type ConsentRecordFields, hashConsentRecord } from "#app/features/consent/hash-record.ts";
import type { ConsentText } from "#app/features/consent/texts.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { Random } from "./seeded-random.ts";

/** Marks demo records: proof is never deleted, so a record itself must show that nobody agreed. */
export const DEMO_FORM_VERSION = "demo";

/**
 * The consent record of a demo request: today's text, an IP address of the documentation range, no
 * browser.
 */
export function buildConsentRecord(
  random: Random,
  { request, text }: { request: DemoRequest; text: ConsentText },
) {
  const created = Date.parse(request.created_at);
  const visible = random.between(6, 90) * SECOND_MS;
  const record: ConsentRecordFields = {
    id: random.uuidAt(created),
    serviceRequestId: request.id,
    status: "captured",
    textId: text.id,
    textVersion: text.version,
    textSha256: text.sha256,
    renderedText: text.renderedText,
    purpose: CONSENT_PURPOSE,
    name: request.customer_name,
    phoneRaw: request.customer_phone,
    phoneE164: request.phone_e164,
    pageUrl: "https://example.com/quote",
    formVersion: DEMO_FORM_VERSION,
    ip: `192.0.2.${random.between(1, 254)}`,
    userAgent: "Demo data",
    gpc: request.gpc,
    shownAt: new Date(created - visible - SECOND_MS),
    agreedAt: new Date(created),
    visibleMs: visible,
    createdAt: new Date(created),
  };
  return {
    id: record.id,
    service_request_id: record.serviceRequestId,
    status: record.status,
    text_id: record.textId,
    text_version: record.textVersion,
    text_sha256: record.textSha256,
    rendered_text: record.renderedText,
    purpose: record.purpose,
    name: record.name,
    phone_raw: record.phoneRaw,
    phone_e164: record.phoneE164,
    page_url: record.pageUrl,
    form_version: record.formVersion,
    ip: record.ip,
    user_agent: record.userAgent,
    gpc: record.gpc,
    shown_at: record.shownAt,
    agreed_at: record.agreedAt,
    visible_ms: record.visibleMs,
    created_at: record.createdAt,
    record_hash: hashConsentRecord(record),
  };
}
