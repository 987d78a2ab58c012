import type { Database } from "#app/db/client.server.ts";
import { getConsentTitle } from "#app/features/requests/customer/consent-title.ts";
import {
  getCustomerRequest,
  listGivenConsents,
} from "#app/features/requests/customer/customer-request.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { escapeHtml, respondWithPrintPage } from "./print-page.server.ts";

type CertificateOptions = { requestId: string; site: SiteSettings; now: Date };

/**
 * What a customer agreed to and when, to print; null where the request does not exist. Without the
 * technical fields of the proof that staff print: those are evidence, this is for the customer.
 */
export async function renderCertificate(
  db: Database,
  { requestId, site, now }: CertificateOptions,
): Promise<Response | null> {
  const request = await getCustomerRequest(db, { requestId, fallbackZone: site.timeZone });
  if (!request) return null;
  const { answers, timeZone, reference, serviceType } = request;
  const consents = await listGivenConsents(db, requestId);
  const when = (at: Date | null) => (at ? escapeHtml(formatInstant(at, timeZone)) : "not recorded");
  const parts = consents.map(
    ({ text, agreedAt, ...consent }) =>
      `<h2>${escapeHtml(getConsentTitle(consent))}</h2>
<p>Agreed: ${when(agreedAt)}</p>
<blockquote>${text ? escapeHtml(text) : "No text was stored."}</blockquote>`,
  );
  return respondWithPrintPage({
    title: "Certificate of consent",
    body: `<h1>Certificate of consent</h1>
<dl><dt>Request</dt><dd>${escapeHtml(serviceType)}${reference ? `, ${escapeHtml(reference)}` : ""}, sent ${when(request.createdAt)}</dd>
<dt>Name</dt><dd>${escapeHtml(answers.name)}</dd><dt>Phone</dt><dd>${escapeHtml(answers.phone)}</dd></dl>
${parts.join("\n")}
<p>Kept by ${escapeHtml(site.company)}, ${escapeHtml(site.phone)}. Printed ${when(now)}.</p>`,
  });
}
