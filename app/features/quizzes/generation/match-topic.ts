import { AUTO_DETECT, DEFAULT_SERVICE_TYPE, HOME_REPAIR, SERVICE_TYPES } from "../constants.ts";
import { type Emergency, findEmergency, removeDanger } from "./emergency-topics.ts";
import type { FaultTreeHead } from "./fault-tree-schema.ts";
import { isTypo, splitWords, stemWord } from "./split-topic.ts";

/**
 * What a topic is about: one fault tree, an emergency, something that the site does not serve, or
 * nothing that is known. `nearest`: slugs of the trees that fit best, at most three.
 */
export type TopicMatch =
  | { kind: "tree"; slug: string }
  /** `nearest`: trees about the same thing without the danger. */
  | { kind: "emergency"; emergency: Emergency; nearest: string[] }
  /** `subject`: what the topic names, such as "refrigerator". */
  | { kind: "unsupported"; subject: string; nearest: string[] }
  | { kind: "none"; nearest: string[] };

/** Things that the site does not serve, by name: each refused unless a tree is about it. */
const UNSUPPORTED = [
  ..."refrigerator,fridge,freezer,ice maker,dishwasher,washing machine,washer,clothes dryer,dryer,oven,stove,cooktop,range,microwave,toaster,blender,coffee maker,vacuum cleaner".split(
    ",",
  ),
  ..."computer,laptop,phone,iphone,tablet,printer,television,router,wifi,game console,software,website,email,app".split(
    ",",
  ),
  ..."motorcycle,bicycle,bike,boat,airplane,lawn mower,mower,tractor,scooter,golf cart,snowmobile,drone".split(
    ",",
  ),
  ..."elevator,piano,guitar,watch,clock,jewelry,shoe,clothes,mattress,furniture,sofa".split(","),
  ..."dog,cat,horse,fish tank,aquarium,chicken,baby,marriage,wedding,diet,tax,stock,crypto,poker,recipe,homework".split(
    ",",
  ),
];

type Candidate = {
  head: FaultTreeHead;
  /** Weight of each word that the tree contains. */
  words: Map<string, number>;
  objects: string[][];
  symptoms: string[][];
  keywords: string[][];
};
type Scored = {
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
/** A topic of which a tree contains less than this is about something else. */
const MIN_COVERAGE = 0.55;
/** A topic that names a thing and nothing else. */
const MIN_OBJECT_COVERAGE = 0.9;
const CLEAR_LEAD = 1.35;
const SOME_LEAD = 1.05;
/** Much of the topic stands in one tree, in words of its own. */
const GOOD_COVERAGE = 0.6;
const GOOD_SCORE = 6;
const MAX_NEAREST = 3;
const MIN_NEAREST_SCORE = 1;

/**
 * Finds the fault tree for a topic: it must name the thing and what is wrong with it, or a whole
 * phrase that people use. A topic that fits nothing is refused, rather than matched wrongly. A
 * service type limits the choice to its trees; "Home Repair" excludes cars.
 */
export function matchTopic(
  topic: string,
  {
    heads,
    emergencies,
    serviceType = AUTO_DETECT,
  }: {
    heads: readonly FaultTreeHead[];
    emergencies: readonly Emergency[];
    serviceType?: string;
  },
): TopicMatch {
  const index = getIndex(heads);
  const { candidates } = index;
  const rank = (text: string) => rankCandidates(splitSubject(text), index, serviceType);
  const emergency = findEmergency(topic, emergencies);
  if (emergency)
    return {
      kind: "emergency",
      emergency,
      nearest: listNearest(rank(removeDanger(topic, emergency))),
    };
  const title = topic.trim().toLowerCase();
  const own = heads.find((head) => head.title.toLowerCase() === title);
  if (own) return { kind: "tree", slug: own.slug };
  const ranked = rank(topic);
  const nearest = listNearest(ranked);
  const [best] = ranked;
  const subject = findUnsupported(topic, candidates);
  if (subject) return { kind: "unsupported", subject, nearest };
  if (best && !isOrder(topic, best) && isGoodMatch(best, ranked, isFailure(topic)))
    return { kind: "tree", slug: best.candidate.head.slug };
  return { kind: "none", nearest };
}

/**
 * Words that say nothing about the subject. Unlike those of an article's topic, "not", "on" and "off"
 * are kept: "turns on and off" and "wont turn on" are symptoms.
 */
const FILLERS = new Set(
  `a an the my your our their his her its i we you it is are was were be been being am have has had do does did this that these those there then than to of at for in with and or so as by from about
   into when whenever what whats why how where who which will would could should may might me us please help need want some any very just get gets getting got getting keep keeps kept again still
   always sometimes suddenly really only lately today now maybe seems seem like quiz diagnose diagnosis diagnostic troubleshoot troubleshooting problem problems issue issues trouble question fix
   fixing repair try trying tried all every if because unless while make makes making made thing something one also even too much`
    .split(/\s+/)
    .filter(Boolean),
);
const NEGATIONS = new Set(
  "no not wont wnt doesnt dont isnt arent wasnt cant cannot never without didnt wouldnt couldnt aint".split(
    " ",
  ),
);
/** Words that say only that something does not work. */
const FAILURES = new Set(["not", "broken", "broke", "dead", "stop", "quit", "fail"].map(stemWord));

/** Words of somebody who orders or compares work, and has no fault to diagnose. */
const ORDERS = new Set(
  "install installing installation mount mounting hire cost price prices service quote quotes coupon near cheap cheapest best company contractor buy sell sale upgrade diy tutorial replacement".split(
    " ",
  ),
);
const isOrder = (topic: string, { hasSymptom, hasKeyword }: Scored) =>
  !hasSymptom && !hasKeyword && splitWords(topic).some((word) => ORDERS.has(word));

/** The significant words of a text, stemmed and without duplicates; every negation is "not". */
const splitSubject = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .map((word) => (NEGATIONS.has(word) ? "not" : word))
      .filter((word) => word.length > 1 && !FILLERS.has(word))
      .map(stemWord),
  ),
];
const isFailure = (topic: string) => splitSubject(topic).some((word) => FAILURES.has(word));

function isGoodMatch(best: Scored, ranked: readonly Scored[], isFailing: boolean): boolean {
  if (best.coverage < MIN_COVERAGE) return false;
  if (best.hasKeyword || (best.hasObject && best.hasSymptom)) return true;
  const lead = best.score / (ranked[1]?.score ?? MIN_NEAREST_SCORE);
  // Other words for what is wrong, but no other tree comes near.
  if ((best.hasObject || best.hasSymptom) && lead >= CLEAR_LEAD) return true;
  if (best.coverage >= GOOD_COVERAGE && best.score >= GOOD_SCORE && lead >= SOME_LEAD) return true;
  if (!best.hasObject || best.coverage < MIN_OBJECT_COVERAGE) return false;
  // A thing alone is enough when only one tree is about it, or when it fails and one tree is
  // the nearest.
  const [, second] = ranked.filter(({ hasObject }) => hasObject);
  return !second || (isFailing && lead >= SOME_LEAD);
}

const listNearest = (ranked: readonly Scored[]): string[] =>
  ranked
    .filter(({ score }) => score >= MIN_NEAREST_SCORE)
    .slice(0, MAX_NEAREST)
    .map(({ candidate }) => candidate.head.slug);

/** The thing that a topic names and no tree is about, or null. */
function findUnsupported(topic: string, candidates: readonly Candidate[]): string | null {
  const words = splitSubject(topic);
  const contains = (phrase: readonly string[]) =>
    phrase.length > 0 && phrase.every((word) => words.includes(word));
  const isKnown = (phrase: readonly string[]) =>
    candidates.some(({ objects, keywords }) =>
      [...objects, ...keywords].some(
        (known) => contains(known) && phrase.every((word) => known.includes(word)),
      ),
    );
  return (
    UNSUPPORTED.find((name) => {
      const phrase = splitSubject(name);
      return contains(phrase) && !isKnown(phrase);
    }) ?? null
  );
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

type TopicIndex = { candidates: Candidate[]; rarity: (word: string) => number };
const indexes = new WeakMap<readonly FaultTreeHead[], TopicIndex>();

/** The words of all trees; computed once for a list of trees. */
function getIndex(heads: readonly FaultTreeHead[]): TopicIndex {
  const known = indexes.get(heads);
  if (known) return known;
  const candidates = heads.map(toCandidate);
  const index = { candidates, rarity: measureRarity(candidates) };
  indexes.set(heads, index);
  return index;
}

function rankCandidates(
  topic: readonly string[],
  { candidates, rarity }: TopicIndex,
  serviceType: string,
): Scored[] {
  if (topic.length === 0) return [];
  return candidates
    .filter(({ head }) => isServiceTypeAllowed(head, serviceType))
    .map((candidate) => scoreCandidate(topic, candidate, rarity))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function scoreCandidate(
  topic: readonly string[],
  candidate: Candidate,
  rarity: (word: string) => number,
): Scored {
  const { words, objects, symptoms, keywords } = candidate;
  const hits = topic.map((word) => {
    const exact = words.get(word);
    if (exact !== undefined) return { word, weight: exact };
    const near = [...words.keys()].find((known) => isTypo(word, known));
    return near ? { word: near, weight: (words.get(near) ?? 0) * TYPO_FACTOR } : null;
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
