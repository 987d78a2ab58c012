import { formatAnswerPair, parseHash } from "../engine/hash-answers.ts";
import { type AnswerPairMap, mapAnswerPairs } from "../engine/rewrite-hashes.ts";
import type { Question } from "../schema.ts";
import type { ModelForm, OutcomeForm, RuleForm } from "./model-form.ts";

type Merge = {
  /** As it was loaded. */
  base: ModelForm;
  mine: ModelForm;
  theirs: ModelForm;
  /** Questions of the loaded version and of the newer one. */
  before: Question[];
  after: Question[];
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** Keeps what this person changed; otherwise uses the newer version. */
const mergeValue = <T>(base: T, mine: T, theirs: T): T => (isSame(base, mine) ? theirs : mine);

/**
 * Merges unsaved changes with a version that another person saved meanwhile: no typed value is
 * lost.
 */
export function mergeModels({ base, mine, theirs, before, after }: Merge): ModelForm {
  const map = mapAnswerPairs(before, after);
  const [old, typed] = [mapModelAnswers(base, map), mapModelAnswers(mine, map)];
  return {
    outcomes: mergeEntries(
      { base: old.outcomes, mine: typed.outcomes, theirs: theirs.outcomes },
      mergeOutcome,
    ),
    rules: mergeEntries({ base: old.rules, mine: typed.rules, theirs: theirs.rules }, mergeRule),
    posterior: mergeValue(old.posterior, typed.posterior, theirs.posterior),
    margin: mergeValue(old.margin, typed.margin, theirs.margin),
  };
}

type Entries<T> = { base: readonly T[]; mine: readonly T[]; theirs: readonly T[] };

function mergeEntries<T extends OutcomeForm | RuleForm>(
  { base, mine, theirs }: Entries<T>,
  mergeOne: (base: T, mine: T, theirs: T) => T,
): T[] {
  const find = (list: readonly T[], key: string) => list.find((entry) => entry.key === key);
  const merged = mine.flatMap((entry): T[] => {
    const old = find(base, entry.key);
    const now = find(theirs, entry.key);
    if (!old) return [entry];
    if (now) return [mergeOne(old, entry, now)];
    // They removed it. If it was changed here, it is kept as a new entry.
    return isSame(old, entry) ? [] : [{ ...entry, id: null, status: undefined }];
  });
  return [...merged, ...theirs.filter(({ key }) => !find(base, key))];
}

function mergeOutcome(base: OutcomeForm, mine: OutcomeForm, theirs: OutcomeForm): OutcomeForm {
  return {
    ...theirs,
    bias: mergeValue(base.bias, mine.bias, theirs.bias),
    weights: mergeFields(base.weights, mine.weights, theirs.weights),
    text: mergeFields(base.text, mine.text, theirs.text),
  };
}

function mergeRule(base: RuleForm, mine: RuleForm, theirs: RuleForm): RuleForm {
  return {
    ...mergeFields(base, mine, theirs),
    key: theirs.key,
    id: theirs.id,
    status: theirs.status,
  };
}

function mergeFields<T extends object>(base: T, mine: T, theirs: T): T {
  const fields = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as Set<keyof T>;
  return Object.fromEntries(
    [...fields].map((field) => [
      field,
      mergeValue(base[field] ?? "", mine[field] ?? "", theirs[field] ?? ""),
    ]),
  ) as T;
}

/**
 * Maps answers to the newer questions. Weights of removed answers are dropped, and a rule asks for
 * another answer in their place.
 */
function mapModelAnswers(form: ModelForm, map: AnswerPairMap): ModelForm {
  const toNew = (pair: string) => map.get(pair) ?? null;
  return {
    ...form,
    outcomes: form.outcomes.map((outcome) => ({
      ...outcome,
      weights: Object.fromEntries(
        Object.entries(outcome.weights).flatMap(([pair, weight]) =>
          toNew(pair) ? [[toNew(pair), weight]] : [],
        ),
      ),
    })),
    rules: form.rules.map((rule) => ({
      ...rule,
      answers: rule.answers.map((pair) => {
        if (!pair.questionId || pair.option === null) return pair;
        const [answer] =
          parseHash(toNew(formatAnswerPair(pair.questionId, pair.option)) ?? "") ?? [];
        return answer
          ? { questionId: answer.questionId, option: answer.selectedOptionIndex }
          : { questionId: "", option: null };
      }),
    })),
  };
}
