import { MAX_OUTCOMES, MIN_OUTCOMES, type Urgency } from "../constants.ts";
import type { ModelValues } from "../editor/schema.ts";
import {
  type DiagnosisText,
  parseDiagnosisText,
  toDiagnosisText,
} from "../engine/diagnosis-text.ts";
import { hashAnswers, parseHash } from "../engine/hash-answers.ts";
import { hasRequiredSteps, RULE_LIMITS, toLines } from "../schema.ts";

/** Form state of outcomes and safety rules: numbers are text, and nothing has to be complete. */

type Status = ModelValues["outcomes"][number]["status"];
/** `key` identifies entries that have no id yet. */
export type OutcomeForm = {
  key: string;
  id: string | null;
  status?: Status;
  bias: string;
  weights: Record<string, string>;
  text: DiagnosisText;
};
export type RuleAnswer = { questionId: string; option: number | null };
/** `causes`: one per line. */
export type RuleForm = {
  key: string;
  id: string | null;
  status?: Status;
  name: string;
  headline: string;
  urgency: Urgency;
  instruction: string;
  call911: boolean;
  alsoCall: string;
  causes: string;
  answers: RuleAnswer[];
};
/** Thresholds in percent. */
export type ModelForm = {
  outcomes: OutcomeForm[];
  rules: RuleForm[];
  posterior: string;
  margin: string;
};

/** A larger weight would decide alone. */
export const MAX_WEIGHT = 20;
const PERCENT = 100;
const formatPercent = (share: number) => String(Math.round(share * PERCENT * 10) / 10);

export function toModelForm({ outcomes, rules, minPosterior, minMargin }: ModelValues): ModelForm {
  return {
    outcomes: outcomes.map(({ id, status, bias, weights, data }) => ({
      key: id ?? "",
      id,
      status,
      bias: formatNumber(bias),
      weights: Object.fromEntries(
        Object.entries(weights).map(([pair, weight]) => [pair, formatNumber(weight)]),
      ),
      text: toDiagnosisText(data),
    })),
    rules: rules.map(({ pattern, causes, ...rule }) => ({
      ...rule,
      key: rule.id ?? "",
      causes: causes.join("\n"),
      answers: (parseHash(pattern) ?? []).map(({ questionId, selectedOptionIndex }) => ({
        questionId,
        option: selectedOptionIndex,
      })),
    })),
    posterior: formatPercent(minPosterior),
    margin: formatPercent(minMargin),
  };
}

/** Computed weights have more digits than are useful; two are shown. */
const formatNumber = (value: number) => String(Math.round(value * 100) / 100);

export const createOutcomeForm = (serviceType: string, key: string): OutcomeForm => ({
  key,
  id: null,
  bias: "0",
  weights: {},
  text: {
    serviceType,
    diagnosis: "",
    causes: "",
    urgency: "medium",
    timeframe: "",
    waiting: "",
    nextSteps: "",
    proSteps: "",
    safetyLines: "",
    preventionTips: "",
    priority: "medium",
    customMessage: "",
    price: "",
    part: "",
  },
});
export const createRuleForm = (key: string): RuleForm => ({
  key,
  id: null,
  name: "",
  headline: "",
  urgency: "high",
  instruction: "",
  call911: false,
  alsoCall: "",
  causes: "",
  answers: [{ questionId: "", option: null }],
});

/** Parses a typed number; empty is 0. Null when it is not a number or too large. */
export function parseWeight(text: string): number | null {
  const typed = text.trim().replace(",", ".").replace("−", "-");
  const value = typed === "" ? 0 : Number(typed);
  return Number.isFinite(value) && Math.abs(value) <= MAX_WEIGHT ? value : null;
}

function parsePercent(text: string): number | null {
  const value =
    text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".").replace("%", ""));
  return Number.isFinite(value) && value >= 0 && value <= PERCENT ? value / PERCENT : null;
}

export type ModelFormError = {
  /** Key of an outcome or a rule, or the part of the form. */
  place: string;
  /** The field: the same place and field are the same error, even if the message differs. */
  field: string;
  message: string;
};
export type ParsedModelForm =
  | { ok: true; values: ModelValues }
  | { ok: false; errors: ModelFormError[] };

/** Parses the form; returns the values to save, or all errors. */
export function parseModelForm(form: ModelForm): ParsedModelForm {
  const errors: ModelFormError[] = [];
  const { length } = form.outcomes;
  if (length > MAX_OUTCOMES || (length > 0 && length < MIN_OUTCOMES))
    errors.push({
      place: "outcomes",
      field: "count",
      message: `A quiz has ${MIN_OUTCOMES} to ${MAX_OUTCOMES} outcomes, or none; this one has ${length}.`,
    });
  const outcomes = form.outcomes.map((outcome) => parseOutcome(outcome, errors));
  const rules = form.rules.map((rule) => parseRule(rule, errors));
  const [minPosterior, minMargin] = [parsePercent(form.posterior), parsePercent(form.margin)];
  if (minPosterior === null || minMargin === null)
    errors.push({
      place: "thresholds",
      field: "percentages",
      message: "The thresholds are percentages from 0 to 100.",
    });
  return errors.length > 0
    ? { ok: false, errors }
    : {
        ok: true,
        values: { outcomes, rules, minPosterior: minPosterior ?? 0, minMargin: minMargin ?? 0 },
      };
}

function parseOutcome(
  { key, id, bias, weights, text }: OutcomeForm,
  errors: ModelFormError[],
): ModelValues["outcomes"][number] {
  const name = text.diagnosis.trim();
  if (!name)
    errors.push({
      place: key,
      field: "title",
      message: "An outcome has no diagnosis. Write its title.",
    });
  const read = Object.entries({ bias, ...weights }).map(
    ([pair, typed]) => [pair, parseWeight(typed)] as const,
  );
  if (read.some(([, value]) => value === null))
    errors.push({
      place: key,
      field: "weights",
      message: `"${name}" has a weight that is no number from −${MAX_WEIGHT} to ${MAX_WEIGHT}.`,
    });
  const numbers = Object.fromEntries(read.filter(([pair, value]) => pair === "bias" || value));
  const { bias: start, ...rest } = numbers as Record<string, number>;
  return { id, bias: start ?? 0, weights: rest, data: parseDiagnosisText(text) };
}

function parseRule(
  { key, id, name, urgency, call911, answers: chosen, ...texts }: RuleForm,
  errors: ModelFormError[],
): ModelValues["rules"][number] {
  const title = name.trim();
  if (!title) errors.push({ place: key, field: "name", message: "A safety rule has no name." });
  const instruction = toLines(texts.instruction);
  const causes = toLines(texts.causes);
  if (!hasRequiredSteps({ urgency, instruction: texts.instruction }))
    errors.push({
      place: key,
      field: "instruction",
      message: `The safety rule "${title}" has no steps. Write at least one.`,
    });
  if (instruction.length > RULE_LIMITS.steps)
    errors.push({
      place: key,
      field: "instruction-length",
      message: `The safety rule "${title}" has ${instruction.length} steps. Write ${RULE_LIMITS.steps} at most.`,
    });
  if (causes.length > RULE_LIMITS.causes || causes.some(({ length }) => length > RULE_LIMITS.cause))
    errors.push({
      place: key,
      field: "causes",
      message: `Write up to ${RULE_LIMITS.causes} causes for "${title}", one per line, each of at most ${RULE_LIMITS.cause} characters.`,
    });
  const answers = chosen.flatMap(({ questionId, option }) =>
    questionId && option !== null ? [{ questionId, selectedOptionIndex: option }] : [],
  );
  if (answers.length === 0 || answers.length < chosen.length)
    errors.push({
      place: key,
      field: "answers",
      message: `The safety rule "${title}" lacks an answer. Choose a question and its answer.`,
    });
  return {
    id,
    name: title,
    headline: texts.headline.trim(),
    urgency,
    instruction: instruction.join("\n"),
    call911,
    alsoCall: texts.alsoCall.trim(),
    causes,
    pattern: hashAnswers(answers),
  };
}
