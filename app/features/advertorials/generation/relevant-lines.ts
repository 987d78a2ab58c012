import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type {
  FaultTree,
  FaultTreeHead,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { hasNoClaim } from "./article-parts.ts";

/** A word of fewer pages than this belongs to few subjects. */
const MIN_PAGES = 8;

export type Relevance = {
  /** How many service pages contain a word. */
  pages: ReadonlyMap<string, number>;
  heads: readonly FaultTreeHead[];
};

/** Counts on how many service pages each word stands. */
export function countPages(services: readonly ServiceFacts[]): Map<string, number> {
  const pages = new Map<string, number>();
  for (const service of services)
    for (const word of splitSubject(JSON.stringify(service)))
      pages.set(word, (pages.get(word) ?? 0) + 1);
  return pages;
}

/**
 * Selects lines that were written for a whole service, for an article about one problem: those that
 * name nothing which belongs to other subjects only, and if these are too few, the nearest others.
 */
export function createLineSelector(
  { pages, heads }: Relevance,
  { service, tree }: { service: string; tree: FaultTree },
): (lines: readonly string[], min: number) => string[] {
  const ownWords = new Set(splitSubject(JSON.stringify(tree)));
  const { title, description, objects: ownObjects, keywords, causes } = tree;
  const diagnoses = causes.map(({ diagnosis }) => diagnosis);
  const ownThings = new Set(
    [title, description, ...ownObjects, ...keywords, ...diagnoses].flatMap(splitSubject),
  );
  const otherThings = heads
    .filter(({ services }) => services.includes(service))
    .flatMap(({ objects }) => objects.map(splitSubject))
    .filter((thing) => thing.length > 0 && thing.some((word) => !ownThings.has(word)));
  const isForeign = (word: string) =>
    !ownWords.has(word) && word.length > 3 && (pages.get(word) ?? 0) < MIN_PAGES;
  return (lines, min) => {
    const rated = lines.filter(hasNoClaim).flatMap((line) => {
      const words = splitSubject(line);
      const namesOther = otherThings.some((thing) => thing.every((word) => words.includes(word)));
      return namesOther ? [] : [{ line, foreign: words.filter(isForeign).length }];
    });
    const nearest = rated
      .toSorted((a, b) => a.foreign - b.foreign)
      .filter(({ foreign }, at) => foreign === 0 || at < min);
    return rated.filter((entry) => nearest.includes(entry)).map(({ line }) => line);
  };
}
