import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { DEFAULT_SERVICE_TYPE } from "#app/features/quizzes/constants.ts";
import type { FaultTreeHead } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { matchTopic } from "#app/features/quizzes/generation/match-topic.ts";
import {
  isTypo,
  splitTopic,
  splitWords,
  stemWord,
} from "#app/features/quizzes/generation/split-topic.ts";

/** The subject of a generated article: a problem, a service, or general advice on hiring help. */
export type SubjectChoice =
  | { kind: "tree" | "service"; slug: string }
  | { kind: "general"; area: "home" | "auto" };

const CAR_WORDS = new Set(
  splitTopic(
    "car truck vehicle auto engine tire wheel brake transmission motorcycle windshield battery mechanic driving headlight bumper hitch trailer van suv radiator clutch airbag",
  ),
);

/** Words of search queries that say nothing about the subject. */
const FILLERS = new Set(
  splitTopic(
    `near nearby local best top cheap cheapest affordable cost costs price prices pricing quote quotes estimate company companies contractor contractors professional professionals pro pros expert
     service services installation install replacement replace treatment control tips tip ideas idea guide advice budget emergency free guaranteed town city new much hire hiring find choose choosing`,
  ),
);

/**
 * Chooses the subject for a topic; general when nothing is known about it, so that the article says
 * nothing false.
 */
export function chooseSubject(
  topic: string,
  { heads, services }: { heads: readonly FaultTreeHead[]; services: readonly ServiceFacts[] },
): SubjectChoice {
  const words = splitTopic(topic).filter((word) => !FILLERS.has(word) && !/^\d+$/.test(word));
  const query = splitWords(topic)
    .filter((word) => !FILLERS.has(stemWord(word)) && !/^\d+$/.test(word))
    .join(" ");
  const named = services.find(({ name, otherNames }) =>
    [name, ...otherNames].some((known) => hasSameWords(splitTopic(known), words)),
  );
  if (named) return { kind: "service", slug: named.slug };
  const tree = matchTopic(query, { heads, emergencies: [] });
  if (tree.kind === "tree") return { kind: "tree", slug: tree.slug };
  const serviceHeads = services.map(toTreeHead);
  const service = matchTopic(query, { heads: serviceHeads, emergencies: [] });
  if (
    service.kind === "tree" &&
    serviceHeads.some((head) => head.slug === service.slug && matchesSubject(words, head))
  )
    return { kind: "service", slug: service.slug };
  return { kind: "general", area: words.some((word) => CAR_WORDS.has(word)) ? "auto" : "home" };
}

/**
 * Whether a topic contains a whole phrase of a subject, or no word foreign to it: one common word
 * is a coincidence.
 */
function matchesSubject(words: readonly string[], { title, keywords }: FaultTreeHead): boolean {
  const phrases = [title, ...keywords].map((phrase) =>
    splitTopic(phrase).filter((word) => !FILLERS.has(word)),
  );
  const isAmong = (word: string, list: readonly string[]) =>
    list.some((other) => isTypo(word, other));
  const known = phrases.flat();
  return (
    phrases.some((phrase) => phrase.length > 0 && phrase.every((word) => isAmong(word, words))) ||
    (words.length > 1 && words.every((word) => isAmong(word, known)))
  );
}

const hasSameWords = (a: readonly string[], b: readonly string[]) =>
  a.length > 0 && a.length === b.length && a.every((word) => b.includes(word));

/**
 * Services are matched like fault trees: by name, by search terms, and to a lesser degree by what
 * is offered.
 */
const toTreeHead = ({
  slug,
  name,
  otherNames,
  keywords,
  offered,
}: ServiceFacts): FaultTreeHead => ({
  slug,
  title: [name, ...otherNames].join(" "),
  description: offered.join(" "),
  serviceType: DEFAULT_SERVICE_TYPE,
  services: [slug],
  objects: [],
  symptoms: [],
  keywords: [name.toLowerCase(), ...keywords],
  body: "",
});
