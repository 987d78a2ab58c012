/**
 * What a refusal is about. The other side's own words may repeat what a person typed: they are read
 * and not kept.
 */
const TOPICS = [
  ["duplicate contact", /duplicat/i],
  ["phone", /phone|\bnumber\b/i],
  ["e-mail", /e-?mail/i],
  ["name", /(?:first|last|full) ?name|\bname\b/i],
  ["address", /address1|postal ?code|\bcity\b|\bstate\b|country/i],
  ["custom fields", /custom ?field/i],
  ["tags", /\btags?\b/i],
  ["contact", /contact (?:id )?(?:was )?(?:not found|deleted|does(?: not|n't) exist)/i],
  ["location", /location/i],
  ["permissions", /scope|authori[sz]ed|permission|access/i],
] as const satisfies readonly (readonly [string, RegExp])[];
export type RefusalTopic = (typeof TOPICS)[number][0];

const MAX_READ = 2_000;
const TOPICS_NAMED = 3;

/** @param body of the answer, read as JSON */
export function refusalTopics(body: unknown): RefusalTopic[] {
  if (typeof body !== "object" || body === null) return [];
  const { message, error } = body as { message?: unknown; error?: unknown };
  const words = [message, error]
    .flat()
    .filter((text) => typeof text === "string")
    .join(" ")
    .slice(0, MAX_READ);
  return TOPICS.filter(([, pattern]) => pattern.test(words)).map(([topic]) => topic);
}

/** A reason that staff can act on and that holds nothing of the person. */
export const describeRefusal = (status: number, topics: readonly RefusalTopic[]) =>
  topics.length > 0
    ? `status ${status}, about ${topics.slice(0, TOPICS_NAMED).join(", ")}`
    : `status ${status}`;
