import { AUTO_DETECT, DEFAULT_SERVICE_TYPE, HOME_REPAIR, SERVICE_TYPES } from "../constants.ts";
import type { FaultTreeHead } from "./fault-tree-schema.ts";
import { splitSubject } from "./split-subject.ts";
import { isTypo } from "./split-topic.ts";

export type Candidate = {
  head: FaultTreeHead;
  /** Weight of each word that the tree contains. */
  words: Map<string, number>;
  objects: string[][];
  symptoms: string[][];
  keywords: string[][];
};
export type RankedTree = {
  candidate: Candidate;
  score: number;
  /** Share of the topic's words, by rarity, that the tree contains. */
  coverage: number;
  hasObject: boolean;
  hasSymptom: boolean;
  hasKeyword: boolean;
};

/** Weight of a word by where the tree contains it. */
const IN_OBJECTS = 1;
const IN_SYMPTOMS = 1;
const IN_KEYWORDS = 0.9;
const IN_TITLE = 0.8;
const IN_BODY = 0.45;
const IN_DESCRIPTION = 0.25;
const TYPO_FACTOR = 0.7;
/** Bonus for the longest whole keyword that the topic contains, per word and its rarity. */
const KEYWORD_BONUS = 1.2;
const OBJECT_BONUS = 0.8;
/** The first object of a tree is what it is about; others are parts or other names. */
const MAIN_OBJECT_FACTOR = 1.3;
const SYMPTOM_BONUS = 0.5;

function isServiceTypeAllowed(head: FaultTreeHead, serviceType: string): boolean {
  if (serviceType === HOME_REPAIR) return head.serviceType !== "Auto Repair";
  // The endpoint's default service type expresses no choice.
  if (serviceType === AUTO_DETECT || serviceType === DEFAULT_SERVICE_TYPE) return true;
  return (
    !(SERVICE_TYPES as readonly string[]).includes(serviceType) || head.serviceType === serviceType
  );
}

function toCandidate(head: FaultTreeHead): Candidate {
  const split = (phrases: readonly string[]) =>
    phrases.map(splitSubject).filter((phrase) => phrase.length > 0);
  const objects = split(head.objects);
  const symptoms = split(head.symptoms);
  const keywords = split([...head.keywords, head.slug.replaceAll("-", " ")]);
  const words = new Map<string, number>();
  const add = (list: readonly string[], weight: number) => {
    for (const word of list) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(splitSubject(head.description), IN_DESCRIPTION);
  add(splitSubject(head.body), IN_BODY);
  add(splitSubject(head.title), IN_TITLE);
  for (const phrase of keywords) add(phrase, IN_KEYWORDS);
  for (const phrase of symptoms) add(phrase, IN_SYMPTOMS);
  for (const phrase of objects) add(phrase, IN_OBJECTS);
  return { head, words, objects, symptoms, keywords };
}

/** Words that occur in many trees count less; an unknown word counts most. */
function measureRarity(candidates: readonly Candidate[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of candidates)
    for (const [word, weight] of words)
      if (weight >= IN_BODY) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => 1 + Math.log(candidates.length / (counts.get(word) ?? 1)) / 2;
}

type TopicIndex = {
  candidates: Candidate[];
  rarity: (word: string) => number;
  /** The words of all trees that are one typo away from a word. */
  listTypos: (word: string) => ReadonlySet<string>;
};
const indexes = new WeakMap<readonly FaultTreeHead[], TopicIndex>();

/** Words whose typos are remembered: somebody who types asks about the same ones at each letter. */
const MAX_REMEMBERED = 2_000;

function createTypoFinder(vocabulary: readonly string[]): TopicIndex["listTypos"] {
  const remembered = new Map<string, ReadonlySet<string>>();
  const words = new Set(vocabulary);
  return (word) => {
    const known = remembered.get(word);
    if (known) return known;
    const typos = new Set(words.has(word) ? [] : vocabulary.filter((other) => isTypo(word, other)));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(word, typos);
    return typos;
  };
}

/** The words of all trees; computed once for a list of trees. */
export function indexTrees(heads: readonly FaultTreeHead[]): TopicIndex {
  const known = indexes.get(heads);
  if (known) return known;
  const candidates = heads.map(toCandidate);
  const index = {
    candidates,
    rarity: measureRarity(candidates),
    listTypos: createTypoFinder([...new Set(candidates.flatMap(({ words }) => [...words.keys()]))]),
  };
  indexes.set(heads, index);
  return index;
}

/** Trees that have something in common with the topic, the nearest first. */
export function rankTrees(
  topic: readonly string[],
  { candidates, rarity, listTypos }: TopicIndex,
  serviceType: string,
): RankedTree[] {
  if (topic.length === 0) return [];
  const asked = topic.map((word) => ({ word, typos: listTypos(word) }));
  return candidates
    .filter(({ head }) => isServiceTypeAllowed(head, serviceType))
    .map((candidate) => scoreCandidate(asked, candidate, rarity))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

type AskedWord = { word: string; typos: ReadonlySet<string> };

function scoreCandidate(
  asked: readonly AskedWord[],
  candidate: Candidate,
  rarity: (word: string) => number,
): RankedTree {
  const { words, objects, symptoms, keywords } = candidate;
  const topic = asked.map(({ word }) => word);
  const hits = asked.map(({ word, typos }) => {
    const exact = words.get(word);
    if (exact !== undefined) return { word, weight: exact };
    let near: { word: string; weight: number } | null = null;
    for (const typo of typos) {
      const weight = (words.get(typo) ?? 0) * TYPO_FACTOR;
      if (weight > (near?.weight ?? 0)) near = { word: typo, weight };
    }
    return near;
  });
  const given = new Set(hits.flatMap((hit) => (hit ? [hit.word] : [])));
  const measure = (phrase: readonly string[]) =>
    phrase.reduce((sum, word) => sum + rarity(word), 0);
  const longest = (phrases: readonly (readonly string[])[]) =>
    Math.max(
      0,
      ...phrases.filter((phrase) => phrase.every((word) => given.has(word))).map(measure),
    );
  const isMainObject = objects[0]?.every((word) => given.has(word)) ?? false;
  const object = longest(objects) * (isMainObject ? MAIN_OBJECT_FACTOR : 1);
  const symptom = longest(symptoms);
  const keyword = longest(keywords.filter(({ length }) => length > 1));
  const known = hits.reduce(
    (sum, hit, at) => sum + (hit && hit.weight > IN_DESCRIPTION ? rarity(topic[at] ?? "") : 0),
    0,
  );
  return {
    candidate,
    score:
      hits.reduce((sum, hit) => sum + (hit ? hit.weight * rarity(hit.word) : 0), 0) +
      keyword * KEYWORD_BONUS +
      object * OBJECT_BONUS +
      symptom * SYMPTOM_BONUS,
    coverage: known / measure(topic),
    hasObject: object > 0,
    hasSymptom: symptom > 0,
    hasKeyword: keyword > 0,
  };
}
