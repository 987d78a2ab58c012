import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import {
  type Emergency,
  findEmergency,
} from "#app/features/quizzes/generation/emergency-topics.ts";
import type { FaultTreeHead } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { matchTopic } from "#app/features/quizzes/generation/match-topic.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { findService, type NamedService, rankServices } from "./name-service.ts";
import { isJobWord, isSelfMade, listSubjectWords, stripTopic } from "./topic-words.ts";

/** The subject of an article, or why there is none. */
export type SubjectChoice = { kind: "tree" | "service"; slug: string } | Refused;
export type Refused = {
  kind: "refused";
  refusal:
    | { reason: "emergency"; emergency: Emergency }
    /** `subject`: what the topic names, such as "refrigerator". */
    | { reason: "unsupported"; subject: string }
    /** It names a part of this service, about which too little is known for an article. */
    | { reason: "part"; service: string }
    /** `words`: what the article about its subject would not treat. */
    | { reason: "untreated"; words: string[] }
    | { reason: "self-made" | "none" };
  /** Names of services and titles of fault trees that fit best, at most three. */
  nearest: string[];
};

export type Knowledge = {
  heads: readonly FaultTreeHead[];
  services: readonly ServiceFacts[];
  emergencies: readonly Emergency[];
};

const MAX_NEAREST = 3;
/** A thing that this share of a service's lines names is what the service is about. */
const PERVASIVE_SHARE = 0.2;

/**
 * Chooses the one subject that a topic names: a fault tree or a service. A topic that names none, or
 * only a part of a service, is refused, so that no article stands under a topic that it does not treat.
 */
export function chooseSubject(topic: string, knowledge: Knowledge): SubjectChoice {
  const { heads, services, emergencies } = knowledge;
  const title = topic.trim().toLowerCase();
  const own = heads.find((head) => head.title.toLowerCase() === title);
  if (own) return { kind: "tree", slug: own.slug };
  if (findEmergency(topic, emergencies)) return refuseEmergency(topic, knowledge);
  const stripped = stripTopic(topic, getVocabulary(knowledge));
  const typed = matchTopic(topic, { heads, emergencies: [] });
  const tree = typed.kind === "tree" ? typed : matchTopic(stripped, { heads, emergencies: [] });
  const words = listSubjectWords(stripped);
  const service = isSelfMade(topic) ? null : findService(words, services);
  const head = tree.kind === "tree" ? heads.find(({ slug }) => slug === tree.slug) : undefined;
  if (service && (!head || prefersService(service, { topic: stripped, head })))
    return service.naming === "none"
      ? choosePart(service, knowledge)
      : { kind: "service", slug: service.slug };
  if (head) return { kind: "tree", slug: head.slug };
  const refusal =
    tree.kind === "unsupported"
      ? { reason: "unsupported" as const, subject: tree.subject }
      : { reason: isSelfMade(topic) ? ("self-made" as const) : ("none" as const) };
  return { kind: "refused", refusal, nearest: listServiceNames(words, services) };
}

const listServiceNames = (words: readonly string[], services: readonly ServiceFacts[]): string[] =>
  rankServices(words, services)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);

function refuseEmergency(topic: string, knowledge: Knowledge): SubjectChoice {
  const { heads, emergencies } = knowledge;
  const match = matchTopic(topic, { heads, emergencies });
  if (match.kind !== "emergency") throw new Error("the matcher found no emergency");
  const { emergency, nearest } = match;
  return {
    kind: "refused",
    refusal: { reason: "emergency", emergency },
    nearest: nearest.flatMap((slug) => heads.find((head) => head.slug === slug)?.title ?? []),
  };
}

/** Where a topic names a service and a fault tree: the tree is meant if the topic says what is wrong. */
function prefersService(
  { naming }: NamedService,
  { topic, head }: { topic: string; head: FaultTreeHead },
): boolean {
  if (naming !== "word") return naming === "exact";
  if (head.keywords.includes(topic)) return false;
  const words = splitSubject(topic);
  const isIn = (phrase: readonly string[]) =>
    phrase.length > 0 && phrase.every((word) => words.includes(word));
  const objects = head.objects.map(splitSubject);
  const isThing = (word: string) =>
    isJobWord(word) || objects.some((object) => object.includes(word));
  return !(
    head.symptoms.map(splitSubject).some(isIn) ||
    head.keywords.map(splitSubject).some((keyword) => isIn(keyword) && !keyword.every(isThing))
  );
}

/**
 * The subject of a topic that names a service by a part of it: the service where most of it is about
 * that part ("furnace" for heating), or else none: an article on all of plumbing is none on toilets.
 */
function choosePart({ slug, focus }: NamedService, { heads, services }: Knowledge): SubjectChoice {
  const contains = (text: string) => {
    const words = splitSubject(text);
    return focus.every((word) => words.includes(word));
  };
  const service = services.find((entry) => entry.slug === slug);
  const lines = service ? listLines(service) : [];
  if (lines.filter(contains).length >= lines.length * PERVASIVE_SHARE)
    return { kind: "service", slug };
  const rank = ({ title, objects }: FaultTreeHead) => [title, ...objects].findIndex(contains);
  const trees = heads
    .filter((head) => head.services.includes(slug) && rank(head) >= 0)
    .sort((a, b) => rank(a) - rank(b));
  const name = service?.name ?? slug;
  return {
    kind: "refused",
    refusal: { reason: "part", service: name },
    nearest: [...trees.map(({ title }) => title).slice(0, MAX_NEAREST - 1), name],
  };
}

const listLines = ({
  offered,
  includes = [],
  signs = [],
  questions = [],
  untilArrival = [],
  faq = [],
}: ServiceFacts) => [
  ...offered,
  ...includes,
  ...signs,
  ...questions,
  ...untilArrival,
  ...faq.map(({ question, answer }) => `${question} ${answer}`),
];

const vocabularies = new WeakMap<readonly FaultTreeHead[], ReadonlySet<string>>();

/** Every word of the subjects that articles can be about. */
export function getVocabulary({ heads, services }: Knowledge): ReadonlySet<string> {
  const known = vocabularies.get(heads);
  if (known) return known;
  const phrases = [
    ...heads.flatMap((head) => [...head.objects, ...head.symptoms, ...head.keywords, head.title]),
    ...services.flatMap(({ name, keywords, offered }) => [name, ...keywords, ...offered]),
  ];
  const words = new Set(phrases.flatMap(splitSubject));
  vocabularies.set(heads, words);
  return words;
}
