import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { capitalize } from "#app/lib/text.ts";
import {
  hasNoClaim,
  heading,
  list,
  lowerFirst,
  nameCause,
  nameTrade,
  type Part,
  paragraph,
  section,
} from "./article-parts.ts";
import type { Subject } from "./article-subject.ts";
import { type ArticleTexts, fill } from "./article-texts.ts";
import { sortByShare } from "./choose-causes.ts";
import { writeCosts, writeHelp, writeQuestions, writeUntilArrival } from "./write-shared.ts";
import { formatOther } from "./write-tree.ts";

const MAX_CAUSES = 3;
const MAX_CAUSES_OF_ONE = 5;
const MAX_ANSWERS = 4;
const MAX_CHAPTER_PARTS = 3;
/** A paragraph of fewer characters is a heading within a chapter. */
const MIN_PARAGRAPH = 40;
const ABOUT_COST = /\b(?:costs?|prices?|priced|charges?|expensive)\b/i;

type ServiceSubject = Extract<Subject, { kind: "service" }>;

/** The body of an article about a service: what its page says, and the problems of its fault trees. */
export function writeService(subject: ServiceSubject, texts: ArticleTexts): Part[] {
  const { service } = subject;
  const keep = (lines: readonly string[] = []) => lines.filter(hasNoClaim);
  const faq = (service.faq ?? []).filter(({ question, answer }) =>
    hasNoClaim(`${question} ${answer}`),
  );
  const aboutCost = faq.find(({ question }) => ABOUT_COST.test(question));
  const others = faq.filter((entry) => entry !== aboutCost).slice(0, MAX_ANSWERS);
  return [
    writeOpening(subject, texts),
    ...writeChapter(subject),
    ...section(fill(texts.service.signs, { trade: nameTrade(service.trade) }), [
      list(keep(service.signs)),
    ]),
    ...writeProblems(subject, texts),
    ...writeCosts(subject.prices, texts, { more: aboutCost ? [aboutCost.answer] : [] }),
    ...section(texts.service.includes, [list(keep(service.includes))]),
    ...writeQuestions(keep(service.questions), service, texts),
    ...others.flatMap(({ question, answer }) => [heading(question), paragraph(answer)]),
    ...writeUntilArrival(keep(service.untilArrival), service, texts),
    ...writeHelp(service, texts),
  ];
}

function writeOpening({ service, phrase }: ServiceSubject, texts: ArticleTexts): Part {
  return paragraph(
    fill(texts.service.opening, {
      Topic: capitalize(phrase ?? lowerWords(nameWork(service, texts))),
      trade: nameTrade(service.trade),
    }),
  );
}

/** The first chapter of the service's page that makes no claim. */
function writeChapter({ service }: ServiceSubject): Part[] {
  const chapters = service.chapters.map(({ heading: title, parts }) => ({
    title,
    parts: parts.slice(0, MAX_CHAPTER_PARTS),
  }));
  const chapter = chapters.find(
    ({ title, parts }) =>
      isPlain(title) && parts.every((part) => [part].flat().every(isPlain)) && parts.every(isWhole),
  );
  return chapter
    ? section(
        chapter.title,
        chapter.parts.map((part) => (typeof part === "string" ? paragraph(part) : list(part))),
      )
    : [];
}

/** Neither a claim nor about us. */
const isPlain = (text: string) => hasNoClaim(text) && !/\{|\b(?:call us|tell us|we)\b/i.test(text);
const isWhole = (part: string | string[]) => Array.isArray(part) || part.length >= MIN_PARAGRAPH;

/** What titles call the work of a service. */
export const nameWork = (
  { slug, name }: Pick<ServiceFacts, "slug" | "name">,
  { names }: ArticleTexts,
) => names[slug] ?? name;
/** "House Painting" becomes "house painting" within a sentence, "AC Repair" "AC repair". */
export const lowerWords = (text: string) => text.split(" ").map(lowerFirst).join(" ");

/** Each problem in one line with its usual causes, or each cause of the only one. */
function writeProblems({ problems }: ServiceSubject, { service: texts }: ArticleTexts): Part[] {
  const [only, second] = problems;
  if (only && !second) {
    const causes = sortByShare(only).slice(0, MAX_CAUSES_OF_ONE).map(formatOther);
    return section(only.title, [list(causes.filter(hasNoClaim))]);
  }
  const lines = problems.map((tree) => {
    const causes = sortByShare(tree)
      .slice(0, MAX_CAUSES)
      .map(({ diagnosis }) => lowerFirst(nameCause(diagnosis)));
    return fill(texts.problem, { title: tree.title, causes: causes.join("; ") });
  });
  return section(texts.problems, [list(lines.filter(hasNoClaim))]);
}
