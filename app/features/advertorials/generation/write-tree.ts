import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { capitalize } from "#app/lib/text.ts";
import {
  hasNoClaim,
  list,
  lowerFirst,
  nameTrade,
  type Part,
  paragraph,
  section,
  takeLines,
  toSentences,
} from "./article-parts.ts";
import type { Subject } from "./article-subject.ts";
import { type ArticleTexts, fill } from "./article-texts.ts";
import { listTells } from "./list-tells.ts";
import { hasWord } from "./topic-words.ts";
import {
  writeCosts,
  writeDangers,
  writeHelp,
  writeQuestions,
  writeUntilArrival,
} from "./write-shared.ts";

/** The common causes: those of this share of all visits together, in these numbers. */
const COMMON_SHARE = 0.5;
const MIN_CAUSES = 3;
const MAX_CAUSES = 4;
/** How many others are added because the topic names them. */
const MAX_NAMED = 2;
const MIN_QUESTIONS = 3;
const MIN_STEPS = 2;
const MAX_TIPS = 5;
const SAME_TIP = 0.6;
const MAX_LINE = 440;

type TreeSubject = Extract<Subject, { kind: "tree" }>;
type Cause = FaultTree["causes"][number];

export const sortByShare = ({ causes }: Pick<FaultTree, "causes">): Cause[] =>
  [...causes].sort((a, b) => b.share - a.share);

const COUNTS = ["Eight", "Nine", "Ten", "Eleven", "Twelve"];
const formatCount = (count: number) => COUNTS[count - 8] ?? String(count);

/** The body of an article about a fault tree. */
export function writeTree(subject: TreeSubject, texts: ArticleTexts): Part[] {
  const { tree, service, selectLines } = subject;
  const causes = sortByShare(tree);
  const common = addNamed(takeCommon(causes), subject);
  const others = causes.filter((cause) => !common.includes(cause));
  return [
    writeOpening(subject, texts),
    ...writeDangers(tree, texts),
    ...writeTells(tree, common, texts),
    ...withoutRepeats(common).flatMap((cause) => writeCause(cause, texts)),
    ...section(texts.tree.others, [list(others.map(formatOther).filter(hasNoClaim))]),
    ...writeCosts(subject.prices, texts),
    ...writeQuestions(selectLines(service.questions ?? [], MIN_QUESTIONS), service, texts),
    ...writeUntilArrival(
      // The dangers stand at the top already.
      selectLines(
        (service.untilArrival ?? []).filter((line) => !/\b911\b/.test(line)),
        MIN_STEPS,
      ),
      service,
      texts,
    ),
    ...section(texts.tree.prevention, [list(listTips(common))]),
    ...writeQuiz(subject, texts),
    ...writeHelp(service, texts),
  ];
}

function takeCommon(causes: readonly Cause[]): Cause[] {
  const total = causes.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  const needed = causes.findIndex(({ share }) => {
    sum += share;
    return sum >= total * COMMON_SHARE;
  });
  return causes.slice(0, Math.min(MAX_CAUSES, Math.max(MIN_CAUSES, needed + 1)));
}

/** Adds the first cause about each word of the topic that the common ones do not mention. */
function addNamed(common: readonly Cause[], { tree, words }: TreeSubject): Cause[] {
  const listWords = (cause: Cause) => new Set(splitSubject(JSON.stringify(cause)));
  const known = new Set([tree.title, ...tree.objects.slice(0, 1)].flatMap(splitSubject));
  const missing = words.filter(
    (word) => !hasWord(known, word) && !common.some((cause) => hasWord(listWords(cause), word)),
  );
  const causes = sortByShare(tree);
  const named = missing.flatMap(
    (word) => causes.find((cause) => hasWord(listWords(cause), word)) ?? [],
  );
  return causes.filter(
    (cause) => common.includes(cause) || named.slice(0, MAX_NAMED).includes(cause),
  );
}

function writeOpening({ tree, service, phrase }: TreeSubject, texts: ArticleTexts): Part {
  const opening = fill(texts.tree.opening, {
    count: formatCount(tree.causes.length),
    trade: nameTrade(service.trade),
  });
  return paragraph(
    phrase ? `${fill(texts.tree.topic, { topic: capitalize(phrase) })} ${opening}` : opening,
  );
}

function writeTells(
  tree: FaultTree,
  causes: readonly Cause[],
  { tree: texts }: ArticleTexts,
): Part[] {
  return section(
    texts.tells,
    listTells(tree, causes).flatMap(({ question, answers }) => [
      paragraph(question),
      list(
        answers.map(({ answer, cause }) => fill(texts.tell, { answer, cause: lowerFirst(cause) })),
      ),
    ]),
  );
}

/** Causes without warnings and advice on professionals that an earlier cause has given already. */
function withoutRepeats(causes: readonly Cause[]): Cause[] {
  const said = new Set<string>();
  const take = (lines: readonly string[]) =>
    lines.filter((line) => !said.has(line) && said.add(line));
  return causes.map((cause) => ({
    ...cause,
    proSteps: take(cause.proSteps),
    safetyLines: take(cause.safetyLines),
  }));
}

/** One cause: why it happens, what the reader can check, what belongs to a pro, and what waiting risks. */
function writeCause(cause: Cause, { tree: texts }: ArticleTexts): Part[] {
  const steps = (lines: readonly string[]) =>
    toSentences(takeLines(lines.filter(hasNoClaim), MAX_LINE));
  const items = [
    { text: texts.why, lines: cause.causes.map(lowerFirst).join("; ") },
    { text: texts.check, lines: steps(cause.nextSteps) },
    { text: texts.pro, lines: steps(cause.proSteps) },
    { text: texts.waiting, lines: cause.waiting ?? "" },
  ];
  return section(cause.diagnosis, [
    list(
      [
        ...items.filter(({ lines }) => lines).map(({ text, lines }) => fill(text, { lines })),
        ...cause.safetyLines.map((line) => toSentences([line])),
      ].filter(hasNoClaim),
    ),
  ]);
}

export const formatOther = ({ diagnosis, causes: [cause = ""] }: Cause) =>
  diagnosis.includes(":")
    ? toSentences([diagnosis, cause])
    : `${diagnosis}: ${toSentences([lowerFirst(cause)])}`;

/** Tips of the common causes, one of each first; no two say much the same. */
function listTips(causes: readonly Cause[]): string[] {
  const tips = [0, 1].flatMap((at) =>
    causes.flatMap(({ preventionTips }) => preventionTips[at] ?? []),
  );
  const isNew = (tip: string, at: number) =>
    tips.slice(0, at).every((other) => measureOverlap(tip, other) < SAME_TIP);
  return tips
    .filter((tip, at) => hasNoClaim(tip) && isNew(tip, at))
    .slice(0, MAX_TIPS)
    .map((tip) => toSentences([tip]));
}

/** The share of the words of the shorter text that the other has too. */
function measureOverlap(a: string, b: string): number {
  const [short = [], long = []] = [splitSubject(a), splitSubject(b)].sort(
    (one, other) => one.length - other.length,
  );
  return short.filter((word) => long.includes(word)).length / Math.max(1, short.length);
}

const writeQuiz = ({ quiz }: TreeSubject, { tree: texts }: ArticleTexts): Part[] =>
  quiz
    ? section(texts.quizHeading, [
        paragraph(fill(texts.quiz, { title: quiz.title, path: `/quiz/${quiz.slug}` })),
      ])
    : [];
