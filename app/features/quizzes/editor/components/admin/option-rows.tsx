import { X } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import { MoveButtons } from "#app/features/content-editor/components/admin/move-buttons.tsx";
import { MIN_OPTIONS } from "../../../constants.ts";
import { moveOption, removeOption, withOptionIds } from "../../editor-schema.ts";
import type { CardTools } from "./question-card.tsx";
import type { Question } from "./use-quiz-editor.ts";

type OptionRowsProps = CardTools & {
  question: Question;
  number: number;
  onChange: (change: (question: Question) => Question) => void;
};

/** The answer options of a question, one of them marked as the most likely. */
export function OptionRows({ question, number, onChange, announce, focusLater }: OptionRowsProps) {
  const { options, correctAnswerIndex } = question;
  const { optionIds } = withOptionIds(question);
  const setText = (at: number, text: string) =>
    onChange((now) => ({
      ...now,
      options: now.options.map((option, place) => (place === at ? text : option)),
    }));
  const move = (at: number, by: -1 | 1) => {
    onChange((now) => moveOption(now, at, by));
    announce(`Option ${at + 1} of question ${number} is now option ${at + by + 1}`);
    focusLater(`move-${question.id}-${optionIds[at]}-${by === -1 ? "up" : "down"}`);
  };
  const remove = (at: number) => {
    onChange((now) => removeOption(now, at));
    announce(`Option ${at + 1} of question ${number} removed`);
    focusLater(`option-${question.id}-${Math.min(at, options.length - 2)}`);
  };
  return (
    <fieldset>
      <legend className="font-semibold">
        Answer options *{" "}
        <span className="font-normal text-muted">(mark the most likely answer)</span>
      </legend>
      <ul className="mt-1 grid gap-2">
        {options.map((option, at) => (
          <li key={optionIds[at]} className="flex flex-wrap items-center gap-2">
            <input
              type="radio"
              name={`likeliest-${question.id}`}
              checked={correctAnswerIndex === at}
              aria-label={`Option ${at + 1} is the most likely answer of question ${number}`}
              onChange={() => onChange((now) => ({ ...now, correctAnswerIndex: at }))}
              className="size-5 shrink-0 accent-action"
            />
            <input
              id={`option-${question.id}-${at}`}
              data-field={`questions/${question.id}/options/${at}`}
              value={option}
              maxLength={200}
              autoComplete="off"
              placeholder={`Option ${at + 1}`}
              aria-label={`Option ${at + 1} of question ${number}`}
              aria-required="true"
              onChange={({ target }) => setText(at, target.value)}
              className="field-small min-w-0 flex-1 basis-52"
            />
            <span className="ml-auto flex gap-1">
              <MoveButtons
                id={`move-${question.id}-${optionIds[at]}`}
                what={`option ${at + 1} of question ${number}`}
                isFirst={at === 0}
                isLast={at === options.length - 1}
                onMove={(by) => move(at, by)}
              />
              <Button
                disabled={options.length <= MIN_OPTIONS}
                aria-label={`Remove option ${at + 1} of question ${number}`}
                title={
                  options.length <= MIN_OPTIONS ? "A question needs two options" : "Remove option"
                }
                onClick={() => remove(at)}
                className="px-2.5! disabled:opacity-40!"
              >
                <X className="size-4" aria-hidden="true" />
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
