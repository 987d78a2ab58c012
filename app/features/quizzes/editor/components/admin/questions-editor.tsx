import { Plus } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import { useEntries } from "#app/features/content-editor/components/admin/use-entries.ts";
import { MAX_QUESTIONS } from "../../../constants.ts";
import { createQuestion, type QuizValues } from "../../editor-schema.ts";
import { QuestionCard } from "./question-card.tsx";
import type { Question } from "./use-quiz-editor.ts";

type QuestionsEditorProps = {
  questions: Question[];
  /** The saved questions: a new question must not reuse one of their ids. */
  saved: Question[];
  onChange: (change: (values: QuizValues) => QuizValues) => void;
};

export function QuestionsEditor({ questions, saved, onChange }: QuestionsEditorProps) {
  const list = useEntries({
    noun: "question",
    entries: questions,
    max: MAX_QUESTIONS,
    onChange: (change) =>
      onChange((values) => ({ ...values, questions: change(values.questions) })),
  });
  return (
    <section aria-labelledby="quiz-questions" className="grid gap-4">
      <h3 id="quiz-questions" className="font-display text-lg font-extrabold">
        Questions <span className="font-normal text-muted">({questions.length})</span>
      </h3>
      {questions.map((question, at) => (
        <QuestionCard
          key={question.id}
          question={question}
          at={at}
          count={questions.length}
          onChange={(change) => list.edit(question.id, change)}
          onMove={(by) => list.move(question, at, by)}
          onRemove={() => list.remove(question, at)}
          announce={list.announce}
          focusLater={list.focusLater}
        />
      ))}
      {questions.length === 0 ? (
        <p className="panel-card p-5 text-muted">
          No questions yet. Each asks for one thing that a visitor can see, hear or smell.
        </p>
      ) : null}
      <p>
        <Button
          id="add-question"
          data-field="questions"
          disabled={questions.length >= MAX_QUESTIONS}
          onClick={() => list.add(createQuestion(questions, saved))}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add Question
        </Button>
      </p>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </section>
  );
}
