import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import type { Subject } from "./article-subject.ts";
import { hasWord } from "./topic-words.ts";

export type Cause = FaultTree["causes"][number];
type TreeSubject = Extract<Subject, { kind: "tree" }>;

/** The common causes: those of this share of all visits together, in these numbers. */
const COMMON_SHARE = 0.5;
const MIN_CAUSES = 3;
const MAX_CAUSES = 4;
/** How many others are added because the topic names them. */
const MAX_NAMED = 2;
const MAX_TIPS = 2;
const SAME_TIP = 0.6;

export const sortByShare = ({ causes }: Pick<FaultTree, "causes">): Cause[] =>
  [...causes].sort((a, b) => b.share - a.share);

/** The causes that an article treats one by one: the common ones, and those that its topic names. */
export const chooseCauses = (subject: TreeSubject): Cause[] =>
  addNamed(takeCommon(sortByShare(subject.tree)), subject);

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

/** Causes without warnings, tips and advice on professionals that an earlier cause has given already. */
export function withoutRepeats(causes: readonly Cause[]): Cause[] {
  const said: string[] = [];
  const take = (lines: readonly string[], isSame: (line: string, other: string) => boolean) =>
    lines.filter((line) => {
      const isNew = !said.some((other) => isSame(line, other));
      if (isNew) said.push(line);
      return isNew;
    });
  const isEqual = (line: string, other: string) => line === other;
  const isSimilar = (line: string, other: string) => measureOverlap(line, other) >= SAME_TIP;
  return causes.map((cause) => ({
    ...cause,
    proSteps: take(cause.proSteps, isEqual),
    safetyLines: take(cause.safetyLines, isEqual),
    preventionTips: take(cause.preventionTips, isSimilar).slice(0, MAX_TIPS),
  }));
}

/** The share of the words of the shorter text that the other has too. */
function measureOverlap(a: string, b: string): number {
  const [short = [], long = []] = [splitSubject(a), splitSubject(b)].sort(
    (one, other) => one.length - other.length,
  );
  return short.filter((word) => long.includes(word)).length / Math.max(1, short.length);
}
