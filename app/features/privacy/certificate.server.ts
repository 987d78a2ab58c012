import type { Database } from "#app/db/client.server.ts";
import { getConsentTitle, NO_CONSENT_TEXT } from "#app/features/requests/customer/consent-title.ts";
import {
  getCustomerRequest,
  listGivenConsents,
} from "#app/features/requests/customer/customer-request.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { escapeHtml, respondWithPrintPage } from "./print-page.server.ts";

type CertificateOptions = { requestId: string; site: SiteSettings; now: Date };

/**
 * What a customer agreed to and when, to print; null where the request does not exist. Each consent
 * with the name and number that it was given for, which may differ from those of today. Without the
 * technical fields of the proof that staff print: those are evidence, this is for the customer.
 */
export async function renderCertificate(
  db: Database,
  { requestId, site, now }: CertificateOptions,
): Promise<Response | null> {
  const request = await getCustomerRequest(db, { requestId, fallbackZone: site.timeZone });
  if (!request) return null;
  const { timeZone, reference, serviceType } = request;
  const consents = await listGivenConsents(db, requestId);
  const when = (at: Date | null) => (at ? escapeHtml(formatInstant(at, timeZone)) : "not recorded");
  const parts = consents.map(
    ({ text, agreedAt, name, phone, ...consent }) =>
      `<h2>${escapeHtml(getConsentTitle(consent))}</h2>
<dl><dt>Name</dt><dd>${escapeHtml(name)}</dd><dt>Phone</dt><dd>${escapeHtml(phone)}</dd>
${text ? `<dt>Agreed</dt><dd>${when(agreedAt)}</dd>` : ""}</dl>
${text ? `<blockquote>${escapeHtml(text)}</blockquote>` : `<p>${NO_CONSENT_TEXT}</p>`}`,
  );
  return respondWithPrintPage({
    title: "Certificate of consent",
    body: `<h1>Certificate of consent</h1>
<dl><dt>Request</dt><dd>${escapeHtml(serviceType)}${reference ? `, ${escapeHtml(reference)}` : ""}, sent ${when(request.createdAt)}</dd></dl>
${parts.join("\n")}
<p>Kept by ${escapeHtml(site.company)}, ${escapeHtml(site.phone)}. Printed ${when(now)}.</p>`,
  });
}
