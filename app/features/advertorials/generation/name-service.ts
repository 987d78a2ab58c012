import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { hasWord, isJobWord, listSubjectWords } from "./topic-words.ts";

export type NamedService = {
  slug: string;
  /** The topic is a name of the service, or contains a word of its name. */
  naming: "exact" | "word" | "none";
  /** Words that are not of its name, such as "toilet" for plumbing. */
  focus: string[];
};

/** What a word counts by where the page of a service contains it. */
const IN_NAME = 4;
const IN_TERMS = 2;
const IN_TEXT = 1;
/** The share of the best score that a service needs to be near. */
const NEAR = 0.3;

type ServiceWords = {
  slug: string;
  names: string[][];
  trades: string[][];
  nameWords: Set<string>;
  terms: string[][];
  termWords: Set<string>;
  textWords: Set<string>;
};
const indexes = new WeakMap<readonly ServiceFacts[], ServiceWords[]>();

function indexServices(services: readonly ServiceFacts[]): ServiceWords[] {
  const known = indexes.get(services);
  if (known) return known;
  const index = services.map((service) => {
    const { slug, name, otherNames, trade, keywords, offered, includes = [] } = service;
    const names = [name, ...otherNames].map(listSubjectWords);
    const trades = listSubjectWords(trade);
    return {
      slug,
      names,
      trades: [trades],
      nameWords: new Set([...names.flat(), ...trades]),
      terms: keywords.map(listSubjectWords),
      termWords: new Set([...keywords, ...offered, ...includes].flatMap(splitSubject)),
      textWords: new Set(splitSubject(JSON.stringify([service.signs, service.faq]))),
    };
  });
  indexes.set(services, index);
  return index;
}

/**
 * The service that a topic names as people do: with its name or a whole search term of it, and no
 * word that is foreign to it. One common word is a coincidence.
 */
export function findService(
  words: readonly string[],
  services: readonly ServiceFacts[],
): NamedService | null {
  const given = new Set(words);
  const things = words.filter((word) => !isJobWord(word));
  const found = indexServices(services).flatMap(
    ({ slug, names, trades, nameWords, terms, termWords }) => {
      const isNamed = (phrase: readonly string[]) => {
        const own = phrase.filter((word) => !isJobWord(word));
        // "Remodeling" and "Painting" are names of services and jobs at once.
        return (own.length > 0 ? own : phrase).every((word) => hasWord(given, word));
      };
      const phrases = [
        ...names,
        ...trades,
        ...terms.filter((term) => term.some((word) => !isJobWord(word))),
      ]
        .filter((phrase) => phrase.length > 0)
        .filter(isNamed);
      const isForeign = (word: string) => !hasWord(nameWords, word) && !hasWord(termWords, word);
      if (phrases.length === 0 || things.some(isForeign)) return [];
      const isExact = names.some(
        (name) => name.length === words.length && name.every((word) => given.has(word)),
      );
      const focus = things.filter((word) => !hasWord(nameWords, word));
      const naming = isExact ? "exact" : focus.length < things.length ? "word" : "none";
      const size = Math.max(
        ...phrases.map((phrase) => phrase.filter((word) => hasWord(given, word)).length),
      );
      return [{ slug, naming, focus, size } as const];
    },
  );
  const [best] = found.sort(
    (a, b) =>
      Number(b.naming === "exact") - Number(a.naming === "exact") ||
      b.size - a.size ||
      a.focus.length - b.focus.length,
  );
  return best ? { slug: best.slug, naming: best.naming, focus: [...best.focus] } : null;
}

/** The services whose pages have words of a topic, those with the most and rarest first. */
export function rankServices(
  words: readonly string[],
  services: readonly ServiceFacts[],
): ServiceFacts[] {
  const index = indexServices(services);
  const things = words.filter((word) => !isJobWord(word));
  const rarity = (word: string) =>
    Math.log(
      index.length / Math.max(1, index.filter(({ textWords }) => textWords.has(word)).length),
    );
  const count = (word: string, { nameWords, termWords, textWords }: ServiceWords) =>
    nameWords.has(word)
      ? IN_NAME
      : termWords.has(word)
        ? IN_TERMS
        : textWords.has(word)
          ? IN_TEXT
          : 0;
  const ranked = index
    .map((service) => ({
      slug: service.slug,
      score: things.reduce((sum, word) => sum + count(word, service) * rarity(word), 0),
    }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score > 0 && score >= best * NEAR)
    .flatMap(({ slug }) => services.find((service) => service.slug === slug) ?? []);
}
