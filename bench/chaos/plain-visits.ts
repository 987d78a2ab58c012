import { setTimeout as wait } from "node:timers/promises";
import { buildQuote } from "#tests/factories.ts";
import { type Answer, call } from "./http-call.ts";
import { type FormConfig, formatAddress } from "./quote-load.ts";
import type { Site } from "./site.ts";

const PAUSE_MS = 50;
const FIRST_VISITOR = 0x7f0000;

/** Body of the form that is posted without JavaScript. */
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
): Promise<Answer> {
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

export type VisitReport = { answers: Answer[]; refusedForms: number; formsLost: number };

/** Visitors without JavaScript: they open the quote page and post its form, one after the other. */
export function startPlainVisits({ site, form }: { site: Site; form: FormConfig }): {
  stop: () => Promise<VisitReport>;
} {
  const report: VisitReport = { answers: [], refusedForms: 0, formsLost: 0 };
  let stopping = false;
  const walk = async () => {
    for (let visitor = FIRST_VISITOR; !stopping; visitor++) {
      report.answers.push(await call({ port: site.port, path: "/quote" }));
      const street = `${visitor} Chaos Street`;
      const values = buildQuote({
        address: street,
        phone: String(4_049_000_000 + (visitor % 900_000)),
        email: `visitor-${visitor}@example.com`,
      });
      const answer = await postPlainForm(site, {
        visitor,
        body: buildPlainFormBody(values, { consentId: form.consentId, key: crypto.randomUUID() }),
      });
      report.answers.push(answer);
      if (answer.status === 503) {
        report.refusedForms += 1;
        if (!answer.body.includes(street)) report.formsLost += 1;
      }
      await wait(PAUSE_MS);
    }
  };
  const walking = walk();
  return {
    async stop() {
      stopping = true;
      await walking;
      return report;
    },
  };
}
