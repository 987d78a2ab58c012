import { setTimeout as wait } from "node:timers/promises";
import { buildQuote } from "#tests/factories.ts";
import { formatAddress } from "../request-source.ts";
import { type CallResult, call } from "./http-call.ts";
import type { FormConfig } from "./quote-load.ts";
import type { Site } from "./site.ts";

const PAUSE_MS = 50;
const FIRST_VISITOR = 0x7f0000;

/** Builds the body of the form that is posted without JavaScript. */
export function buildPlainFormBody(
  values: Record<string, string>,
  options: { consentId: string; key: string },
): string {
  const shownAt = new Date(Date.now() - 30_000).toISOString();
  return new URLSearchParams({
    ...values,
    consentTextId: options.consentId,
    shownAt,
    idempotencyKey: options.key,
    website: "",
  }).toString();
}

export function postPlainForm(
  site: Site,
  options: { body: string; visitor: number; query?: string },
): Promise<CallResult> {
  return call({
    port: site.port,
    path: `/quote${options.query ?? ""}`,
    method: "POST",
    headers: {
      Origin: site.origin,
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": formatAddress(options.visitor),
    },
    body: options.body,
  });
}

export type VisitReport = { results: CallResult[]; refusedForms: number; formsLost: number };

/** Visits without JavaScript, one after the other: each opens the quote page and posts its form. */
export function startPlainVisits({ site, form }: { site: Site; form: FormConfig }): {
  stop: () => Promise<VisitReport>;
} {
  const report: VisitReport = { results: [], refusedForms: 0, formsLost: 0 };
  let stopping = false;
  const visit = async () => {
    for (let visitor = FIRST_VISITOR; !stopping; visitor++) {
      report.results.push(await call({ port: site.port, path: "/quote" }));
      const street = `${visitor} Chaos Street`;
      const values = buildQuote({
        address: street,
        phone: String(4_049_000_000 + (visitor % 900_000)),
        email: `visitor-${visitor}@example.com`,
      });
      const result = await postPlainForm(site, {
        visitor,
        body: buildPlainFormBody(values, { consentId: form.consentId, key: crypto.randomUUID() }),
      });
      report.results.push(result);
      if (result.status === 503) {
        report.refusedForms += 1;
        if (!result.body.includes(street)) report.formsLost += 1;
      }
      await wait(PAUSE_MS);
    }
  };
  const visiting = visit();
  return {
    async stop() {
      stopping = true;
      await visiting;
      return report;
    },
  };
}
