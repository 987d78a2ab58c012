import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import {
  findSearchedEmergency,
  listTreeHeads,
} from "#app/features/quizzes/generation/fault-trees.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { buildSnippet, markMatches } from "./build-snippet.ts";
import { MAX_QUERY_LENGTH } from "./constants.ts";
import { createSiteSearch, type SiteSearch } from "./create-site-search.ts";
import { findLikelyFaults, findLikelyServices } from "./find-faults.server.ts";
import { listSearchDocuments } from "./list-search-documents.server.ts";
import { rankHits } from "./rank-hits.ts";
import type { SearchDocument, SearchHit } from "./schema.ts";
import { splitWords, stem } from "./split-words.ts";

type Index = {
  site: SiteSettings;
  published: PublishedContent;
  search: SiteSearch;
  pages: Map<string, SearchDocument>;
};

/**
 * The last search index. Settings and lists of published content are the same objects until they
 * change, so the index is reused as long as they are.
 */
let cached: Index | undefined;

/** Hits by words that are ordered together with the likely faults. */
const HITS_TO_RANK = 40;

/**
 * The answer to a query that describes an emergency, as a hit that leads to the danger screen; null
 * for any other query.
 */
export function findEmergencyHit(query: string): SearchHit | null {
  const emergency = findSearchedEmergency(query.slice(0, MAX_QUERY_LENGTH));
  return (
    emergency && {
      path: `/search?${new URLSearchParams({ q: query })}`,
      name: `${emergency.headline}: what to do now`,
      kind: emergency.call911 ? "Emergency" : "Do this first",
      snippet: [emergency.steps[0] ?? ""],
      scene: "danger",
    }
  );
}

/** By sign. Signs are sentences of the content, some hundred in all. */
const signDangers = new Map<string, string | null>();

function findSignDanger(sign: string): string | null {
  const known = signDangers.get(sign);
  if (known !== undefined) return known;
  const path = findEmergencyHit(sign)?.path ?? null;
  signDangers.set(sign, path);
  return path;
}

/**
 * For each sign of a service that is an emergency, the page that says what to do now; else null.
 */
export const listSignDangers = (signs: readonly string[] = []): (string | null)[] =>
  signs.map(findSignDanger);

function getIndex(site: SiteSettings, published: PublishedContent): Index {
  const { quizzes, articles } = published;
  if (
    cached?.site !== site ||
    cached.published.quizzes !== quizzes ||
    cached.published.articles !== articles
  ) {
    const documents = listSearchDocuments(site, published);
    cached = {
      site,
      published,
      search: createSiteSearch(documents),
      pages: new Map(documents.map((document) => [document.path, document])),
    };
  }
  return cached;
}

/** Pages that match a query, best first; none for an empty one. */
export async function searchSite(
  site: SiteSettings,
  published: PublishedContent,
  query: string,
  limit: number,
): Promise<SearchHit[]> {
  const asked = query.slice(0, MAX_QUERY_LENGTH);
  const { search, pages } = getIndex(site, published);
  const words = splitWords(asked).flatMap((word) => [word, stem(word)]);
  return rankHits(asked, {
    hits: search(asked, HITS_TO_RANK),
    services: findLikelyServices(asked),
    faults: await findLikelyFaults(asked, published),
    toHit: (path) => {
      const page = pages.get(path);
      return page && { ...page, score: 0, terms: [] };
    },
  })
    .slice(0, limit)
    .map(({ path, name, kind, summary, scene, terms }, index) => {
      // A carpet matches "car" only until the whole word is found.
      const whole = terms.filter(
        (term) => !terms.some((other) => other !== term && term.startsWith(other)),
      );
      const matches = new Set([...words, ...whole]);
      const { signs, words: phrases = [] } = pages.get(path) ?? {};
      // The best hit has room for its whole summary.
      const snippet =
        index === 0
          ? markMatches(summary, matches)
          : buildSnippet({ name, summary, words: phrases, signs }, matches);
      return { path, name, kind, snippet, scene };
    });
}

/**
 * Reads what the first search would wait for, about a second, in the background. The home page is
 * rendered at every start, before anybody can type.
 */
export const prepareSearch = (): void => void listTreeHeads().catch(() => {});
