import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { countSegments, toGsm7 } from "./gsm7.ts";

const MAX_SEGMENTS = 2;
/** Leaves room for the rest, whatever the names are. */
const SHORT_BRAND = 30;

type OfferText = { brand: string; company: string; serviceType: string; pageUrl: string };

/**
 * Asks a customer, by text, to answer on their page. What does not fit into two parts is left out,
 * the job first. @returns null where even the shortest is too long
 */
export function composeOfferText(input: OfferText): string | null {
  const { pageUrl } = input;
  const brand = toGsm7(input.brand);
  const company = toGsm7(sanitizeMailText(input.company, "")) || "A professional";
  const service = toGsm7(sanitizeMailText(input.serviceType, ""));
  const compose = (sender: string, who: string, what: string) =>
    `${sender}: ${who} can take your job${what}. See who they are, and answer yes or no: ${pageUrl} Reply STOP to opt out.`;
  const texts = [
    ...(service ? [compose(brand, company, ` (${service})`)] : []),
    compose(brand, company, ""),
    compose(brand, "A professional", ""),
    compose(brand.slice(0, SHORT_BRAND).trim(), "A professional", ""),
  ];
  return texts.find((text) => countSegments(text) <= MAX_SEGMENTS) ?? null;
}
