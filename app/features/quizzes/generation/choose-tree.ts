import { AUTO_DETECT, DEFAULT_SERVICE_TYPE, HOME_REPAIR, SERVICE_TYPES } from "../constants.ts";
import type { FaultTreeHead } from "./fault-tree-schema.ts";
import { isTypo, splitTopic } from "./split-topic.ts";

/**
 * Things without a fault tree: a topic that names one of them is about it, whatever else it says.
 */
const UNSUPPORTED_SUBJECTS = splitTopic(
  `refrigerator fridge freezer dishwasher washer dryer oven stove cooktop range microwave computer laptop phone television tv printer lawn grass mower tree plant garden pool spa hot-tub sprinkler
   fence deck driveway chimney fireplace ceiling-fan doorbell camera alarm solar generator elevator boat motorcycle bicycle dog cat pest termite ant mice mouse roach carpet cabinet countertop tile
   paint wallpaper marriage wedding love diet weight skin hair pregnancy invest crypto windshield airbag wiper`,
).filter(
  (word) =>
    !["hot", "tree", "alarm", "carpet", "ceil", "fan", "hair", "chimney", "paint", "tub"].includes(
      word,
    ),
);

type Candidate = { head: FaultTreeHead; words: Map<string, number>; phrases: string[][] };
export type Choice = { slug: string; score: number };

/** Weight of a word, by where the tree contains it. */
const IN_KEYWORDS = 1;
const IN_TITLE = 1;
const IN_DESCRIPTION = 0.3;
/** Bonus for each further word of a phrase that the topic contains completely. */
const PHRASE_BONUS = 1.2;
const TYPO_FACTOR = 0.7;
/**
 * A lower score is a coincidence, as is a topic of which no more than this share of words is known.
 */
const MIN_SCORE = 2.2;
const MIN_KNOWN = 0.5;

/**
 * Chooses the fault tree for a topic, or null when none fits, rather than a wrong one. A service
 * type limits the choice to its trees; "Home Repair" excludes cars.
 */
export function chooseTree(
  topic: string,
  heads: readonly FaultTreeHead[],
  serviceType: string,
): Choice | null {
  const words = splitTopic(topic);
  if (
    words.length === 0 ||
    words.some(
      (word) =>
        UNSUPPORTED_SUBJECTS.includes(word) &&
        !heads.some(({ keywords }) => keywords.some((key) => splitTopic(key).includes(word))),
    )
  )
    return null;
  const all = heads.map(toCandidate);
  const rarity = measureRarity(all);
  const allowed = all.filter(({ head }) => isServiceTypeAllowed(head, serviceType));
  let best: Choice | null = null;
  for (const candidate of allowed) {
    const { score, known } = scoreCandidate(words, candidate, rarity);
    if (score >= MIN_SCORE && known > MIN_KNOWN && (!best || score > best.score))
      best = { slug: candidate.head.slug, score };
  }
  return best;
}

function isServiceTypeAllowed(head: FaultTreeHead, serviceType: string): boolean {
  if (serviceType === HOME_REPAIR) return head.serviceType !== "Auto Repair";
  // The endpoint's default service type expresses no choice.
  if (serviceType === AUTO_DETECT || serviceType === DEFAULT_SERVICE_TYPE) return true;
  return (
    !(SERVICE_TYPES as readonly string[]).includes(serviceType) || head.serviceType === serviceType
  );
}

/** Service type of a quiz without a matching tree. */
export const getFallbackServiceType = (serviceType: string) =>
  SERVICE_TYPES.find((known) => known === serviceType) ?? DEFAULT_SERVICE_TYPE;

function toCandidate(head: FaultTreeHead): Candidate {
  const phrases = [...head.keywords, head.slug.replaceAll("-", " ")]
    .map(splitTopic)
    .filter((phrase) => phrase.length > 0);
  const words = new Map<string, number>();
  const add = (list: readonly string[], weight: number) => {
    for (const word of list) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(splitTopic(head.description), IN_DESCRIPTION);
  add(splitTopic(head.title), IN_TITLE);
  for (const phrase of phrases) add(phrase, IN_KEYWORDS);
  return { head, words, phrases };
}

/** Words that occur in many trees count less. */
function measureRarity(candidates: readonly Candidate[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of candidates)
    for (const [word, weight] of words)
      if (weight >= IN_TITLE) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => 1 + Math.log(candidates.length / (counts.get(word) ?? 1)) / 2;
}

function scoreCandidate(
  topic: readonly string[],
  { words, phrases }: Candidate,
  rarity: (word: string) => number,
): { score: number; known: number } {
  const found = topic.map((word) => {
    const exact = words.get(word);
    if (exact !== undefined) return { word, weight: exact };
    const near = [...words.keys()].find((known) => isTypo(word, known));
    return near ? { word: near, weight: (words.get(near) ?? 0) * TYPO_FACTOR } : null;
  });
  const hits = found.filter((hit) => hit !== null);
  const given = new Set(hits.map(({ word }) => word));
  const score = hits.reduce((sum, { word, weight }) => sum + weight * rarity(word), 0);
  const longest = Math.max(
    0,
    ...phrases
      .filter((phrase) => phrase.every((word) => given.has(word)))
      .map((phrase) => phrase.reduce((sum, word) => sum + rarity(word), 0) - 1),
  );
  return { score: score + longest * PHRASE_BONUS, known: hits.length / topic.length };
}
