import { formatQuantity } from "#app/lib/format-values.ts";
import { quizPath } from "../../constants.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import { ANSWERS_PARAM, formatAnswers } from "../parse-answers.ts";

/** As long as reading a question and its answers takes. */
const SECONDS_PER_QUESTION = 12;

type QuizQuestionsProps = { quiz: PublicQuiz; answers: Answer[]; preview: boolean };

/**
 * All questions, of which one is visible. Each answer is a button that submits the answers so far
 * and itself.
 */
export function QuizQuestions({ quiz, answers, preview }: QuizQuestionsProps) {
  const { slug, questions } = quiz;
  const current = answers.length;
  const number = current + 1;
  const percent = Math.round((number / questions.length) * 100);
  const minutes = Math.ceil((questions.length * SECONDS_PER_QUESTION) / 60);
  const back = new URLSearchParams(preview ? { preview: "" } : {});
  if (current > 1) back.set(ANSWERS_PARAM, formatAnswers(answers.slice(0, -1)));
  return (
    <form action={quizPath(slug)} data-quiz-form className="mt-3">
      {preview ? <input type="hidden" name="preview" value="" /> : null}
      <div className="flex flex-wrap items-center gap-x-4 text-[0.9375rem] font-semibold text-muted">
        <a
          href={quizPath(slug) + (back.size > 0 ? `?${back}` : "")}
          rel="nofollow"
          data-quiz-back
          hidden={current === 0}
          className="link py-2.5"
        >
          Back
        </a>
        <span role="status" data-quiz-step className="py-1">
          Question {number} of {questions.length}
        </span>
        <span data-quiz-percent className="ml-auto">
          {percent}% complete
        </span>
      </div>
      <progress
        value={number}
        max={questions.length}
        aria-label="Quiz progress"
        className="block h-2 w-full overflow-hidden rounded-full bg-sand accent-action [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-action"
      />
      <p data-quiz-length hidden={current > 0} className="mt-1 text-[0.9375rem] text-muted">
        {formatQuantity(questions.length, "question")}, about{" "}
        {minutes === 1 ? "a minute" : `${minutes} minutes`}
      </p>
      {questions.map(({ id, questionText, options, ghlField }, at) => (
        <fieldset
          key={id}
          data-question={id}
          data-field={ghlField}
          hidden={at !== current}
          className="mt-4 md:mt-5"
        >
          <legend className="w-full">
            <h2 tabIndex={-1} className="text-[1.375rem] text-balance outline-none md:text-3xl">
              {questionText}
            </h2>
          </legend>
          <div className="mt-3 grid gap-2">
            {options.map((option, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: an answer is identified by its position
                key={index}
                type="submit"
                name={ANSWERS_PARAM}
                value={formatAnswers([
                  ...(at === current ? answers : []),
                  { questionId: id, selectedOptionIndex: index },
                ])}
                className="flex min-h-13 w-full items-center gap-3 rounded-xl border-2 border-line bg-paper px-3.5 py-2 text-left leading-6 font-semibold transition-colors before:size-5 before:shrink-0 before:rounded-full before:border-2 before:border-muted hover:border-action hover:bg-cream hover:before:border-action active:bg-sand active:before:bg-action"
              >
                {option}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </form>
  );
}
