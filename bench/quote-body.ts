import { buildIntakeBody } from "#tests/factories.ts";
import { PHONE_PLACEHOLDER, type RequestSource } from "./request-source.ts";
import type { Site } from "./site.ts";

/** The path of the wizard's requests. */
const QUOTES_PATH = "/functions/v1/contact-sync";

/** Quote requests as the wizard sends them, with the current consent text of the site. */
export async function createQuoteSource(
  site: Pick<Site, "url" | "port">,
  firstSerial: number,
): Promise<RequestSource> {
  const { consent } = (await (await fetch(`${site.url}/functions/v1/quote-form`)).json()) as {
    consent: { id: string };
  };
  const body = JSON.stringify(
    buildIntakeBody({ values: { phone: PHONE_PLACEHOLDER }, consentTextId: consent.id }),
  );
  return { kind: "quotes", path: QUOTES_PATH, port: site.port, body, firstSerial };
}
