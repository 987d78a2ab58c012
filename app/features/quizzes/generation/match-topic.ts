import { AUTO_DETECT, DEFAULT_SERVICE_TYPE, SERVICE_TYPES } from "../constants.ts";
import { type Emergency, findEmergency, removeDanger } from "./emergency-topics.ts";
import type { FaultTreeHead } from "./fault-tree-schema.ts";
import { type Candidate, indexTrees, type RankedTree, rankTrees } from "./rank-trees.ts";
import { splitSubject } from "./split-subject.ts";
import { splitWords, stemWord } from "./split-topic.ts";

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
const UNSUPPORTED = `
  refrigerator,fridge,freezer,ice maker,dishwasher,washing machine,washer,clothes dryer,dryer,oven,stove,cooktop,range,microwave,toaster,blender,coffee maker,vacuum cleaner,
  computer,laptop,phone,iphone,tablet,printer,television,router,wifi,game console,software,website,email,app,
  motorcycle,bicycle,bike,boat,airplane,lawn mower,mower,tractor,scooter,golf cart,snowmobile,drone,
  elevator,piano,guitar,watch,clock,jewelry,shoe,clothes,mattress,furniture,sofa,
  dog,cat,horse,fish tank,aquarium,chicken,baby,marriage,wedding,diet,tax,stock,crypto,poker,recipe,homework
`
  .split(",")
  .map((name) => name.trim());

/** A topic of which a tree contains less than this is about something else. */
const MIN_COVERAGE = 0.55;
/** A topic that names a thing and nothing else. */
const MIN_OBJECT_COVERAGE = 0.9;
/** How far the nearest tree must lead the next one, as a ratio of their scores. */
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
  const index = indexTrees(heads);
  const { candidates } = index;
  const rank = (text: string) => rankTrees(splitSubject(text), index, serviceType);
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

/** Words that say only that something does not work. */
const FAILURES = new Set(["not", "broken", "broke", "dead", "stop", "quit", "fail"].map(stemWord));

/** Words of somebody who orders or compares work, and has no fault to diagnose. */
const ORDERS = new Set(
  "install installing installation mount mounting hire cost price prices service quote quotes coupon near cheap cheapest best company contractor buy sell sale upgrade diy tutorial replacement".split(
    " ",
  ),
);
const isOrder = (topic: string, { hasSymptom, hasKeyword }: RankedTree) =>
  !hasSymptom && !hasKeyword && splitWords(topic).some((word) => ORDERS.has(word));

const isFailure = (topic: string) => splitSubject(topic).some((word) => FAILURES.has(word));

function isGoodMatch(best: RankedTree, ranked: readonly RankedTree[], isFailing: boolean): boolean {
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

const listNearest = (ranked: readonly RankedTree[]): string[] =>
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

/** Service type of a quiz without a matching tree. */
export const getFallbackServiceType = (serviceType: string) =>
  SERVICE_TYPES.find((known) => known === serviceType) ?? DEFAULT_SERVICE_TYPE;
