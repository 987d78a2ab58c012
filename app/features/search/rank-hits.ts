import type { SearchHit } from "./schema.ts";

/** A page by its path, with what the words of the query give it. */
type Scored = Pick<SearchHit, "path" | "name" | "kind"> & { score: number };

/**
 * What somebody describes, as one fault tree sees it: the services that fix it, the likeliest
 * first, its quiz if that is public, and how well it fits, from 0 to 1.
 */
export type LikelyFault = { services: string[]; quiz?: string; fit: number };

type Evidence<Hit> = {
  /** Pages that share words with the query, the best first. */
  hits: readonly Hit[];
  /** Services that the words fit, and how well, from 0 to 1. */
  services: readonly { path: string; fit: number }[];
  faults: readonly LikelyFault[];
  /** The page with a path that no word found; undefined if there is none. */
  toHit: (path: string) => Hit | undefined;
};

/** What the best hit by words is worth, to which the others are relative. */
const WORDS = 1.2;
/** What fitting words, a fault's first service and each further one, and its quiz add. */
const SERVICE_WORDS = 1.3;
const FAULT_SERVICES = [1, 0.5, 0.3];
const QUIZ = 2;
/** How much better the words must fit the next service of a fault to put it first. */
const ORDER_WEIGHT = 0.25;
/** Who asks why wants to know, before hiring anyone. */
const QUIZ_FOR_QUESTION = 2.5;
const SERVICE_IN_QUESTION = 0.6;
const QUESTION = /^(?:why|what|how come|which|where|is it|is my|should i)\b|\bwhy\b/i;
/** The page whose name begins with what was typed so far. */
const NAME_BEGINS = 0.7;
/** Who wants to know how to do something themselves reads before they hire. */
const ADVICE = /^how (?:do|to|often|can|should)\b|\b(?:tips?|checklist|list|kit|guide|myself)\b/i;
const ADVICE_KINDS: ReadonlySet<SearchHit["kind"]> = new Set(["Guide", "Article", "Tool"]);
const ADVICE_BONUS = 1.2;
/** Who names a car means the car, also where the words fit a house. */
const CAR = /\b(?:cars?|trucks?|suv|van|vehicle|engine|mileage|mph|miles|dashboard|headlights?)\b/i;
const IN_A_HOUSE = 0.4;
/** A hit below this share of the best one's score is noise, unless there are few hits. */
const MIN_SHARE = 0.2;
const MIN_HITS = 3;
/** Who asks for a price gets the estimator beside the service. */
const ESTIMATOR = "/resources/tools-calculators/project-cost-estimator";
const PRICE = /\b(?:costs?|prices?|how much|estimate|expensive)\b/i;
const PRICE_BONUS = 0.9;

/**
 * Orders pages by the words that they share with the query, by the services that these words fit
 * and by the faults that they describe, best first.
 */
export function rankHits<Hit extends Scored>(query: string, evidence: Evidence<Hit>): Hit[] {
  const { hits, services, faults, toHit } = evidence;
  const asked = query.trim().toLowerCase();
  const top = Math.max(...hits.map(({ score }) => score), 1e-9);
  const scores = new Map(
    hits.map(({ path, name, score }) => [
      path,
      (score / top) * WORDS +
        (asked.length > 2 && name.toLowerCase().startsWith(asked) ? NAME_BEGINS : 0),
    ]),
  );
  const add = (path: string, score: number) => scores.set(path, (scores.get(path) ?? 0) + score);
  const isQuestion = QUESTION.test(asked);
  for (const { path, fit } of services)
    add(path, fit * SERVICE_WORDS * (isQuestion ? SERVICE_IN_QUESTION : 1));
  for (const [path, score] of scoreFaults(faults, services, isQuestion)) add(path, score);
  if (PRICE.test(asked)) add(ESTIMATOR, PRICE_BONUS);
  const known = new Map(hits.map((hit) => [hit.path, hit]));
  if (ADVICE.test(asked))
    for (const { path, kind } of hits) if (ADVICE_KINDS.has(kind)) add(path, ADVICE_BONUS);
  if (CAR.test(asked))
    for (const [path, score] of scores)
      if (path.startsWith("/home-services")) scores.set(path, score * IN_A_HOUSE);
  const ranked = [...scores].sort(([, a], [, b]) => b - a);
  const least = (ranked[0]?.[1] ?? 0) * MIN_SHARE;
  return ranked
    .filter(([, score], index) => index < MIN_HITS || score >= least)
    .flatMap(([path]) => known.get(path) ?? toHit(path) ?? []);
}

/**
 * What the faults give each of their pages: of several faults, the one that gives most. The
 * services of a fault are in its own order unless the words name a later one: a furnace that turns
 * on and off is for heating, though cooling does the same.
 */
function scoreFaults(
  faults: readonly LikelyFault[],
  named: readonly { path: string; fit: number }[],
  isQuestion: boolean,
): Map<string, number> {
  const best = new Map<string, number>();
  const raise = (path: string, score: number) =>
    best.set(path, Math.max(best.get(path) ?? 0, score));
  const nameFit = (path: string) => named.find((service) => service.path === path)?.fit ?? 0;
  for (const { services, quiz, fit } of faults) {
    const ordered = services
      .map((path, index) => ({ path, rank: index * ORDER_WEIGHT - nameFit(path) }))
      .sort((a, b) => a.rank - b.rank);
    for (const [index, { path }] of ordered.entries())
      raise(path, fit * (FAULT_SERVICES[index] ?? 0));
    if (quiz) raise(quiz, fit * (isQuestion ? QUIZ_FOR_QUESTION : QUIZ));
  }
  return best;
}
