/**
 * What a refusal is about. The CRM's message may repeat what a person typed, so it is only searched
 * for these topics and never stored.
 */
const TOPICS = [
  ["duplicate contact", /duplicat/i],
  ["phone", /phone|\bnumber\b/i],
  ["email", /e-?mail/i],
  ["name", /(?:first|last|full) ?name|\bname\b/i],
  ["address", /address1|postal ?code|\bcity\b|\bstate\b|country/i],
  ["custom fields", /custom ?field/i],
  ["tags", /\btags?\b/i],
  ["contact", /contact (?:id )?(?:was )?(?:not found|deleted|does(?: not|n't) exist)/i],
  ["location", /location/i],
  ["permissions", /scope|authori[sz]ed|permission|access/i],
] as const satisfies readonly (readonly [string, RegExp])[];
export type RefusalTopic = (typeof TOPICS)[number][0];

const MAX_SEARCHED_LENGTH = 2_000;
const MAX_TOPICS = 3;

/** @param body of the response, parsed as JSON */
export function listRefusalTopics(body: unknown): RefusalTopic[] {
  if (typeof body !== "object" || body === null) return [];
  const { message, error } = body as { message?: unknown; error?: unknown };
  const words = [message, error]
    .flat()
    .filter((text) => typeof text === "string")
    .join(" ")
    .slice(0, MAX_SEARCHED_LENGTH);
  return TOPICS.filter(([, pattern]) => pattern.test(words)).map(([topic]) => topic);
}

/** A reason that staff can act on, without personal data. */
export const describeRefusal = (status: number, topics: readonly RefusalTopic[]) =>
  topics.length > 0
    ? `status ${status}, about ${topics.slice(0, MAX_TOPICS).join(", ")}`
    : `status ${status}`;
