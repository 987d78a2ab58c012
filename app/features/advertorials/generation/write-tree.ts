import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { capitalize } from "#app/lib/text.ts";
import {
  hasNoClaim,
  list,
  lowerFirst,
  nameCause,
  nameTrade,
  type Part,
  paragraph,
  section,
  takeLines,
  toSentences,
} from "./article-parts.ts";
import type { Subject } from "./article-subject.ts";
import { type ArticleTexts, fill } from "./article-texts.ts";
import { type Cause, chooseCauses, sortByShare, withoutRepeats } from "./choose-causes.ts";
import { listTells } from "./list-tells.ts";
import {
  writeCosts,
  writeDangers,
  writeHelp,
  writeQuestions,
  writeUntilArrival,
} from "./write-shared.ts";

const MIN_QUESTIONS = 3;
const MIN_STEPS = 2;
const MAX_LINE = 440;

type TreeSubject = Extract<Subject, { kind: "tree" }>;

/** Titles of trees about something that is wrong; others ask what is the case. */
const FAULT = /^(?:Why|Where|What (?:Is (?:Wrong|Making|Leaking)|Causes))\b/;
const getTreeKind = ({ title }: Pick<FaultTree, "title">) =>
  FAULT.test(title) ? "fault" : "question";

/** What an article calls that which its tree distinguishes. */
export function nameKinds(tree: Pick<FaultTree, "title">, { tree: { kinds } }: ArticleTexts) {
  const name = kinds[getTreeKind(tree)];
  return { kinds: name, Kinds: capitalize(name) };
}

const COUNTS = ["Eight", "Nine", "Ten", "Eleven", "Twelve"];
const formatCount = (count: number) => COUNTS[count - 8] ?? String(count);

/** The body of an article about a fault tree. */
export function writeTree(subject: TreeSubject, texts: ArticleTexts): Part[] {
  const { tree, service, selectLines } = subject;
  const causes = sortByShare(tree);
  const common = chooseCauses(subject);
  const others = causes.filter((cause) => !common.includes(cause));
  const kinds = nameKinds(tree, texts);
  const kind = getTreeKind(tree);
  return [
    writeOpening(subject, texts),
    ...writeDangers(tree, texts),
    ...writeTells(tree, common, texts),
    ...withoutRepeats(common).flatMap((cause) => writeCause(cause, { texts: texts.tree, kind })),
    ...section(fill(texts.tree.others, kinds), [list(others.map(formatOther).filter(hasNoClaim))]),
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
    ...writeQuiz(subject, texts),
    ...writeHelp(service, texts),
  ];
}

function writeOpening({ tree, service, phrase }: TreeSubject, texts: ArticleTexts): Part {
  const opening = fill(texts.tree.opening, {
    ...nameKinds(tree, texts),
    count: formatCount(tree.causes.length),
    trade: nameTrade(service.trade),
  });
  return paragraph(
    phrase ? `${fill(texts.tree.topic, { topic: capitalize(phrase) })} ${opening}` : opening,
  );
}

function writeTells(tree: FaultTree, causes: readonly Cause[], texts: ArticleTexts): Part[] {
  return section(
    fill(texts.tree.tells, nameKinds(tree, texts)),
    listTells(tree, causes).flatMap(({ question, answers }) => [
      paragraph(question),
      list(
        answers.map(({ answer, cause }) =>
          fill(texts.tree.tell, { answer, cause: lowerFirst(nameCause(cause)) }),
        ),
      ),
    ]),
  );
}

/** One cause: why it happens, what to check, what belongs to a pro, what waiting risks, how to prevent it. */
function writeCause(
  cause: Cause,
  { texts, kind }: { texts: ArticleTexts["tree"]; kind: "fault" | "question" },
): Part[] {
  const steps = (lines: readonly string[]) =>
    toSentences(takeLines(lines.filter(hasNoClaim), MAX_LINE));
  const items = [
    { text: texts.why, lines: cause.causes.map(lowerFirst).join("; ") },
    { text: texts.check, lines: steps(cause.nextSteps) },
    { text: texts.pro, lines: steps(cause.proSteps) },
    { text: texts.waiting, lines: cause.waiting ?? "" },
    { text: texts.prevention[kind], lines: steps(cause.preventionTips) },
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
  `${nameCause(diagnosis)}: ${toSentences([lowerFirst(cause)])}`;

const writeQuiz = ({ quiz }: TreeSubject, { tree: texts }: ArticleTexts): Part[] =>
  quiz
    ? section(texts.quizHeading, [
        paragraph(fill(texts.quiz, { title: quiz.title, path: `/quiz/${quiz.slug}` })),
      ])
    : [];
