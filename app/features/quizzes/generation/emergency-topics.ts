import { z } from "zod";
import { RULE_LIMITS } from "../schema.ts";
import { splitWords, stemWord } from "./split-topic.ts";

const MAX_STEP = 160;
const words = z.array(z.string().min(2).max(24)).min(1);

/** content/emergencies.yaml: topics and searches that are answered with what to do now. */
export const emergenciesSchema = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[a-z-]+$/),
      /** Completes "This is an emergency: ...". */
      name: z.string(),
      /** Anchor of its section in the emergency guide. */
      guide: z.string().optional(),
      /** Names the danger. */
      headline: z.string().max(RULE_LIMITS.headline),
      /** Whether the steps begin with a call to 911, or with leaving and that call. */
      call911: z.boolean(),
      /** Whom else to call, such as "your gas utility's emergency line". */
      alsoCall: z.string().max(RULE_LIMITS.alsoCall).optional(),
      /** What to do now, in order. */
      steps: z.array(z.string().max(MAX_STEP)).min(2).max(RULE_LIMITS.steps),
      signs: z
        .array(
          z.strictObject({
            words: z.array(words).min(1),
            within: z.number().int().min(0).optional(),
            unless: words.optional(),
          }),
        )
        .min(1),
    }),
  )
  .min(1);
export type Emergency = z.infer<typeof emergenciesSchema>[number];
type Sign = Emergency["signs"][number];

/** Path of the page that says what to do in an emergency, at its section. */
export const getSafetyPath = ({ guide }: Pick<Emergency, "guide">): string =>
  `/resources/guides-tips/emergency-preparedness${guide ? `#${guide}` : ""}`;

type StemmedWord = { word: string; stem: string };

/** Stems of the words of signs: some hundred, which each search compares with its own. */
const signStems = new Map<string, string>();

function stemSignWord(word: string): string {
  const known = signStems.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word);
  signStems.set(word, stem);
  return stem;
}

/** Finds the emergency that a topic describes, or null. */
export function findEmergency(topic: string, emergencies: readonly Emergency[]): Emergency | null {
  const given = splitWords(topic).map((word) => ({ word, stem: stemWord(word) }));
  return emergencies.find(({ signs }) => signs.some((sign) => isMet(sign, given))) ?? null;
}

function isMet(
  { words: groups, within, unless = [] }: Sign,
  given: readonly StemmedWord[],
): boolean {
  const isIn = (list: readonly string[], { word, stem }: StemmedWord) =>
    list.some((entry) => entry === word || stemSignWord(entry) === stem);
  if (given.some((word) => isIn(unless, word))) return false;
  const places: number[][] = [];
  for (const group of groups) {
    const found = [...given.entries()].flatMap(([at, word]) => (isIn(group, word) ? [at] : []));
    if (found.length === 0) return false;
    places.push(found);
  }
  return hasChain(places, within ?? given.length, []);
}

/** Whether one place of each group can be chosen, each near the one before, all different. */
function hasChain(
  places: readonly (readonly number[])[],
  within: number,
  chosen: readonly number[],
): boolean {
  const [group, ...rest] = places;
  if (!group) return true;
  const last = chosen.at(-1);
  return group.some(
    (at) =>
      !chosen.includes(at) &&
      (last === undefined || Math.abs(at - last) - 1 <= within) &&
      hasChain(rest, within, [...chosen, at]),
  );
}

/** The topic without the words that make it an emergency: "gas smell at the furnace" → "furnace". */
export function removeDanger(topic: string, emergency: Emergency): string {
  const dangerous = new Set(emergency.signs.flatMap((sign) => sign.words.flat().map(stemWord)));
  return splitWords(topic)
    .filter((word) => !dangerous.has(stemWord(word)))
    .join(" ");
}
