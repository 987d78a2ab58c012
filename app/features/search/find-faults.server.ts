import { findService, listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { AUTO_DETECT, DEFAULT_SERVICE_TYPE, quizPath } from "#app/features/quizzes/constants.ts";
import type { FaultTreeHead } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { listTreeHeads } from "#app/features/quizzes/generation/fault-trees.server.ts";
import {
  indexTrees,
  type RankedTree,
  rankTrees,
} from "#app/features/quizzes/generation/rank-trees.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { readOnce } from "#app/lib/content.server.ts";
import type { LikelyFault } from "./rank-hits.ts";

/** Below this share of the best one's score, a fault or a service says nothing. */
const MIN_SHARE = 0.5;
/** From this share of the best one's score on, a fault fits as well as the best. */
const EQUAL_SHARE = 0.95;
const MAX_FAULTS = 3;
const MAX_SERVICES = 5;

/**
 * How well a description fits, from 0 to 1: by the score relative to the best one, by how many of
 * its words are known, and whether they name the thing and what is wrong with it.
 */
function measureFit(ranked: RankedTree, best: number): number {
  const { score, coverage, hasObject, hasSymptom, hasKeyword } = ranked;
  const certainty =
    hasKeyword || (hasObject && hasSymptom) ? 1 : hasObject || hasSymptom ? 0.75 : 0.4;
  return (score / best) ** 2 * Math.min(1, coverage) * certainty;
}

function keepNearest(ranked: readonly RankedTree[], max: number) {
  const best = ranked[0]?.score ?? 0;
  const equals = ranked.filter(({ score }) => score >= best * EQUAL_SHARE).length;
  const clarity = Math.min(1, max / equals);
  return ranked
    .slice(0, max)
    .filter(({ score }) => score >= best * MIN_SHARE)
    .map((entry) => ({ head: entry.candidate.head, fit: measureFit(entry, best) * clarity }));
}

/** Words about the order and not about the trouble: "emergency roofer near me". */
const ORDER_WORDS = /\b(?:emergency|urgent|asap|near me|cheap|best|local|affordable|company)\b/gi;
const splitQuery = (query: string): string[] => {
  const words = splitSubject(query.replace(ORDER_WORDS, ""));
  return words.length > 0 ? words : splitSubject(query);
};

/** What a query describes, by the fault trees: also by those whose quiz is not public. */
export async function findLikelyFaults(
  query: string,
  { quizzes }: PublishedContent,
): Promise<LikelyFault[]> {
  const isPublic = new Set(quizzes.map(({ slug }) => slug));
  const ranked = rankTrees(splitQuery(query), indexTrees(await listTreeHeads()), AUTO_DETECT);
  return keepNearest(ranked, MAX_FAULTS).map(({ head: { slug, services }, fit }) => ({
    services: services.flatMap((service) => findService(service)?.path ?? []),
    ...(isPublic.has(slug) && { quiz: quizPath(slug) }),
    fit,
  }));
}

/** The services, described like fault trees: by what they are called, and by what people say. */
const listServiceHeads = readOnce((): FaultTreeHead[] =>
  listServiceFacts().map((service) => ({
    slug: service.path,
    title: service.name,
    description: service.description,
    serviceType: DEFAULT_SERVICE_TYPE,
    services: [],
    objects: [service.name, service.trade, ...service.otherNames, ...service.keywords],
    symptoms: [...service.everyday],
    keywords: [...service.keywords, ...service.everyday, ...service.offered],
    body: [...service.includes, ...(service.signs ?? [])].join("\n"),
  })),
);

/** The services that the words of a query fit, by path, and how well, from 0 to 1. */
export const findLikelyServices = (query: string): { path: string; fit: number }[] =>
  keepNearest(
    rankTrees(splitQuery(query), indexTrees(listServiceHeads()), AUTO_DETECT),
    MAX_SERVICES,
  ).map(({ head, fit }) => ({ path: head.slug, fit }));
