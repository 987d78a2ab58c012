import { Plus, Trash2 } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { MoveButtons } from "#app/features/content-editor/components/admin/move-buttons.tsx";
import { MAX_OPTIONS } from "../../../constants.ts";
import { addOption } from "../../editor-schema.ts";
import { OptionRows } from "./option-rows.tsx";
import type { Question } from "./use-quiz-editor.ts";

export type CardTools = {
  /** Announces a change to screen readers. */
  announce: (text: string) => void;
  focusLater: (id: string) => void;
};
type QuestionCardProps = CardTools & {
  question: Question;
  at: number;
  count: number;
  onChange: (change: (question: Question) => Question) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

export function QuestionCard({
  question,
  at,
  count,
  onChange,
  onMove,
  onRemove,
  announce,
  focusLater,
}: QuestionCardProps) {
  const number = at + 1;
  const field = (name: string) => `questions/${question.id}/${name}`;
  return (
    <fieldset className="panel-card grid gap-4 p-5">
      <legend className="sr-only">Question {number}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <p aria-hidden="true" className="mr-auto font-display text-lg font-extrabold">
          Question {number}
        </p>
        <MoveButtons
          id={`question-${question.id}`}
          what={`question ${number}`}
          isFirst={at === 0}
          isLast={at === count - 1}
          onMove={onMove}
        />
        <Button
          aria-label={`Remove question ${number}`}
          title="Remove question"
          onClick={onRemove}
          tone="danger"
          className="px-2.5!"
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <TextField
        name={field("questionText")}
        label="Question text *"
        value={question.questionText}
        maxLength={300}
        autoComplete="off"
        aria-required="true"
        onChange={({ target }) => onChange((now) => ({ ...now, questionText: target.value }))}
      />
      <OptionRows
        question={question}
        number={number}
        onChange={onChange}
        announce={announce}
        focusLater={focusLater}
      />
      {question.options.length < MAX_OPTIONS ? (
        <p>
          <Button
            aria-label={`Add option to question ${number}`}
            onClick={() => {
              onChange(addOption);
              focusLater(`option-${question.id}-${question.options.length}`);
            }}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add option
          </Button>
        </p>
      ) : null}
      <div className="grid items-start gap-4 room-md:grid-cols-2">
        <TextField
          name={field("explanation")}
          label="Explanation"
          rows={2}
          value={question.explanation}
          maxLength={1_000}
          hint="For staff; visitors do not see it."
          onChange={({ target }) => onChange((now) => ({ ...now, explanation: target.value }))}
        />
        <TextField
          name={field("ghlField")}
          label="CRM field name"
          value={question.ghlField}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={`The answer reaches the CRM under this name, such as question_${number}.`}
          onChange={({ target }) => onChange((now) => ({ ...now, ghlField: target.value }))}
        />
      </div>
    </fieldset>
  );
}
