import type { Database } from "#app/db/client.server.ts";
import { findServicePrice, listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { emergenciesSchema } from "#app/features/quizzes/generation/emergency-topics.ts";
import type {
  FaultTree,
  FaultTreeHead,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { listTreeHeads, readTree } from "#app/features/quizzes/generation/fault-trees.server.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import { type ArticleContent, getArticleText } from "../article-schema.ts";
import type { PriceLine, Subject } from "./article-subject.ts";
import { articleTextsSchema } from "./article-texts.ts";
import { buildArticle } from "./build-article.ts";
import {
  chooseSubject,
  type Knowledge,
  type Refused,
  type SubjectChoice,
} from "./choose-subject.ts";
import { findPhrase, listTopicWords, listUntreated } from "./find-phrase.ts";
import { findPublicQuiz } from "./find-public-quiz.server.ts";
import { countPages, createLineSelector } from "./relevant-lines.ts";

const MAX_NEAREST = 3;
const MAX_PROBLEMS = 4;
/** Of so many words of a topic about a problem, the article may leave one unmentioned. */
const WORDS_PER_UNTREATED = 4;

const getArticleTexts = readOnce(() => readYaml("advertorial-templates.yaml", articleTextsSchema));
const getKnowledge = readOnce(async () => {
  const services = listServiceFacts();
  return {
    heads: await listTreeHeads(),
    services,
    emergencies: readYaml("emergencies.yaml", emergenciesSchema),
    pages: countPages(services),
  };
});
type Loaded = Awaited<ReturnType<typeof getKnowledge>>;

/** A subject with the article about it. `untreated`: words of the topic that it does not contain. */
export type FoundSubject = {
  kind: "found";
  subject: Subject;
  article: ArticleContent;
  untreated: string[];
};

/**
 * Finds the subject of a topic, with everything that the site knows about it, and writes the article.
 * @param db for the public quiz of a fault tree; without it, the article names none
 */
export async function findSubject(topic: string, db?: Database): Promise<FoundSubject | Refused> {
  const known = await getKnowledge();
  const choice = chooseSubject(topic, known);
  if (choice.kind === "refused") return choice;
  const subject =
    choice.kind === "tree"
      ? await openTree(topic, choice.slug, { known, db })
      : await openService(topic, choice.slug, known);
  const article = buildArticle(subject, getArticleTexts());
  const words = listTopicWords(topic, known);
  const untreated = listUntreated(words, getArticleText(article));
  const allowed = choice.kind === "tree" ? Math.floor(words.length / WORDS_PER_UNTREATED) : 0;
  if (untreated.length > allowed) return refuseUntreated(untreated, choice, known);
  return { kind: "found", subject, article, untreated };
}

/** Refuses a topic that its subject does not treat, and offers that subject. */
function refuseUntreated(
  words: string[],
  { kind, slug }: Exclude<SubjectChoice, Refused>,
  { heads, services }: Knowledge,
): Refused {
  const head = kind === "tree" ? heads.find((entry) => entry.slug === slug) : undefined;
  const names = (head?.services ?? [slug]).flatMap(
    (service) => services.find((entry) => entry.slug === service)?.name ?? [],
  );
  return {
    kind: "refused",
    refusal: { reason: "untreated", words },
    nearest: [...(head ? [head.title] : []), ...names].slice(0, MAX_NEAREST),
  };
}

function requireService({ services }: Loaded, slug: string | undefined) {
  const service = services.find((entry) => entry.slug === slug);
  if (!service) throw new Error(`there is no service ${slug}`);
  return service;
}

async function openTree(
  topic: string,
  slug: string,
  { known, db }: { known: Loaded; db?: Database },
): Promise<Subject> {
  const tree = await readTree(slug);
  const service = requireService(known, tree.services[0]);
  return {
    kind: "tree",
    tree,
    service,
    words: listTopicWords(topic, known),
    phrase: findPhrase(
      topic,
      tree.keywords.filter((keyword) => !tree.objects.includes(keyword)),
      known,
    ),
    prices: listTreePrices(tree),
    quiz: db ? await findPublicQuiz(db, { slug, title: tree.title }) : null,
    selectLines: createLineSelector(known, { service: service.slug, tree }),
  };
}

/** The price lines that cover causes of a tree, those that cover most first. */
function listTreePrices({ causes }: FaultTree): PriceLine[] {
  const lines = new Map<string, PriceLine>();
  for (const { price, diagnosis } of [...causes].sort((a, b) => b.share - a.share)) {
    const found = price && findServicePrice(price);
    if (!found) continue;
    const line = lines.get(found.label) ?? { label: found.label, range: found.range, causes: [] };
    lines.set(found.label, { ...line, causes: [...line.causes, diagnosis] });
  }
  return [...lines.values()].sort((a, b) => b.causes.length - a.causes.length);
}

async function openService(topic: string, slug: string, known: Loaded): Promise<Subject> {
  const service = requireService(known, slug);
  const terms = new Set(service.keywords.flatMap(splitSubject));
  const countTerms = ({ objects, title }: FaultTreeHead) =>
    new Set([title, ...objects].flatMap(splitSubject).filter((word) => terms.has(word))).size;
  const heads = known.heads
    .filter(({ services }) => services[0] === slug)
    .sort((a, b) => countTerms(b) - countTerms(a));
  return {
    kind: "service",
    service,
    phrase: findPhrase(topic, service.keywords, known),
    prices: (service.costs ?? []).map((line) => ({ ...line, causes: [] })),
    problems: await Promise.all(heads.slice(0, MAX_PROBLEMS).map((head) => readTree(head.slug))),
  };
}
