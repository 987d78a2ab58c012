import { Plus, Trash2, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { newUuid } from "#app/lib/new-uuid.ts";
import { MAX_RULES } from "../../../constants.ts";
import type { Question } from "../../../schema.ts";
import { createRuleForm, type RuleAnswer, type RuleForm } from "../../model-form.ts";
import { PendingBadge, PendingNote } from "./outcome-cards.tsx";
import { RuleFields } from "./rule-fields.tsx";

type RuleCardsProps = {
  rules: readonly RuleForm[];
  questions: readonly Question[];
  reviewPath: string;
  onChange: (change: (rules: RuleForm[]) => RuleForm[]) => void;
};

/**
 * Safety rules: a rule of high urgency ends the quiz with its own screen; others put their steps
 * first.
 */
export function RuleCards({ rules, questions, reviewPath, onChange }: RuleCardsProps) {
  const added = useRef<string | null>(null);
  const add = () => {
    const rule = createRuleForm(newUuid());
    added.current = rule.key;
    onChange((list) => [...list, rule]);
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {rules.length === 0 ? (
        <p className="text-muted">
          There are no safety rules. Add one for each answer that means danger, such as a smell of
          gas.
        </p>
      ) : null}
      {rules.map((rule) => (
        <RuleCard
          key={rule.key}
          rule={rule}
          questions={questions}
          reviewPath={reviewPath}
          isNew={rule.key === added.current}
          onChange={(changes) =>
            onChange((list) =>
              list.map((entry) => (entry.key === rule.key ? { ...entry, ...changes } : entry)),
            )
          }
          onRemove={() => onChange((list) => list.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <p>
        <Button disabled={rules.length >= MAX_RULES} onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add safety rule
        </Button>
      </p>
    </div>
  );
}

type RuleCardProps = {
  rule: RuleForm;
  questions: readonly Question[];
  reviewPath: string;
  isNew: boolean;
  onChange: (changes: Partial<RuleForm>) => void;
  onRemove: () => void;
};

function RuleCard({ rule, questions, reviewPath, isNew, onChange, onRemove }: RuleCardProps) {
  const setPair = (at: number, pair: RuleAnswer) =>
    onChange({ answers: rule.answers.map((entry, place) => (place === at ? pair : entry)) });
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="sr-only">Safety rule {rule.name}</legend>
      {rule.status === "pending_review" ? (
        <div className="flex flex-wrap items-center gap-2">
          <PendingBadge />
          <PendingNote reviewPath={reviewPath} what="safety rule" />
        </div>
      ) : null}
      <RuleFields
        values={{ ...rule, steps: rule.instruction }}
        onChange={({ steps, ...changes }) =>
          onChange(steps === undefined ? changes : { ...changes, instruction: steps })
        }
        isFocused={isNew}
      >
        <div className="grid gap-2">
          <p className="text-sm font-semibold">
            Applies when the visitor gives all of these answers
          </p>
          {rule.answers.map((pair, at) => (
            <AnswerPairFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
              key={at}
              number={at + 1}
              pair={pair}
              questions={questions}
              usedQuestionIds={rule.answers.map(({ questionId }) => questionId)}
              onChange={(changed) => setPair(at, changed)}
              onRemove={
                rule.answers.length > 1
                  ? () => onChange({ answers: rule.answers.filter((_, place) => place !== at) })
                  : null
              }
            />
          ))}
          <p>
            <Button
              disabled={rule.answers.length >= questions.length}
              onClick={() =>
                onChange({ answers: [...rule.answers, { questionId: "", option: null }] })
              }
            >
              Add answer
            </Button>
          </p>
        </div>
      </RuleFields>
      <p>
        <Button onClick={onRemove} tone="danger">
          <Trash2 className="size-4" aria-hidden="true" />
          Remove safety rule
        </Button>
      </p>
    </fieldset>
  );
}

type AnswerPairFieldsProps = {
  number: number;
  pair: RuleAnswer;
  questions: readonly Question[];
  usedQuestionIds: readonly string[];
  onChange: (pair: RuleAnswer) => void;
  onRemove: (() => void) | null;
};

function AnswerPairFields({
  number,
  pair,
  questions,
  usedQuestionIds,
  onChange,
  onRemove,
}: AnswerPairFieldsProps) {
  const question = questions.find(({ id }) => id === pair.questionId);
  const hasOption = question && pair.option !== null && pair.option < question.options.length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label={`Question ${number} of the rule`}
        value={question ? pair.questionId : ""}
        onChange={(event) => onChange({ questionId: event.target.value, option: null })}
        className="field-small min-w-0 flex-2 basis-48"
      >
        <option value="">Choose a question</option>
        {questions.map(({ id, questionText }) => (
          <option
            key={id}
            value={id}
            disabled={id !== pair.questionId && usedQuestionIds.includes(id)}
          >
            {questionText}
          </option>
        ))}
      </select>
      <select
        aria-label={`Answer ${number} of the rule`}
        value={hasOption ? String(pair.option) : ""}
        disabled={!question}
        onChange={(event) =>
          onChange({
            ...pair,
            option: event.target.value === "" ? null : Number(event.target.value),
          })
        }
        className="field-small min-w-0 flex-1 basis-36"
      >
        <option value="">Choose an answer</option>
        {question?.options.map((text, option) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place in the question
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {onRemove ? (
        <Button aria-label={`Remove answer ${number} of the rule`} onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  );
}
