import { ChevronDown, Phone } from "lucide-react";
import { quizPath } from "../../constants.ts";
import { buildDangerDiagnosis } from "../../engine/danger-stop.ts";
import { splitAnswerPairs } from "../../engine/hash-answers.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import { buildQuoteHandoff } from "../build-quote-handoff.ts";
import type { ShownDanger } from "../open-quiz.server.ts";
import { ANSWERS_PARAM, formatAnswers } from "../parse-answers.ts";
import { HelpBox } from "./help-box.tsx";
import { Facts, List, RetakeLink } from "./result-parts.tsx";

type DangerScreenProps = {
  quiz: PublicQuiz;
  /**
   * The answers up to the deciding one; empty when the screen is a template in the page of the
   * questions.
   */
  answers: Answer[];
  danger: ShownDanger;
  preview: boolean;
};

/** The result of a danger: what to do now, and everything else below it or collapsed. */
export function DangerScreen({
  quiz,
  answers,
  danger: { rule, price },
  preview,
}: DangerScreenProps) {
  const { diagnosis, causes, nextSteps, serviceType, timeframe } = buildDangerDiagnosis(
    rule,
    quiz.serviceType,
  );
  return (
    <section
      data-quiz-result
      data-danger-screen
      aria-labelledby="result-title"
      className={`danger-screen grid grid-cols-[minmax(0,1fr)] gap-6 ${preview ? "mt-4" : "-mt-10 md:-mt-14"}`}
    >
      {/* The red background spans the whole window, whatever the width of the column. */}
      <div className="bg-danger pt-5 pb-4 text-paper shadow-[0_0_0_100vmax_var(--color-danger)] [clip-path:inset(0_-100vmax)] sm:pt-8">
        <p className="font-display font-bold">Here's What We Found</p>
        <h1
          id="result-title"
          tabIndex={-1}
          className="mt-1 font-display text-3xl leading-tight font-extrabold text-balance outline-none sm:text-5xl"
        >
          {diagnosis}
        </h1>
        {rule.call911 ? (
          <a
            href="tel:911"
            className="mt-4 flex min-h-20 flex-wrap items-center gap-x-4 rounded-2xl bg-paper px-5 py-3 text-danger focus-visible:outline-paper"
          >
            <Phone className="size-9 shrink-0" aria-hidden="true" />
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-display text-3xl leading-tight font-extrabold sm:text-4xl">
                Call 911
              </span>
              <span className="block font-semibold text-ink">
                from a safe place, or right now if you can't get to one
              </span>
            </span>
          </a>
        ) : null}
        <h2 className="mt-5 font-display text-lg font-bold">Next Steps: do this now</h2>
        <ol className="mt-3 grid gap-3">
          {nextSteps.map((step, index) => (
            <li key={step} className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-3">
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-paper font-display text-2xl font-extrabold text-danger"
              >
                {index + 1}
              </span>
              <span className="pt-1.5 text-xl leading-7 font-bold sm:text-2xl sm:leading-8">
                {step}
              </span>
            </li>
          ))}
        </ol>
        {rule.alsoCall ? (
          <p className="mt-4 text-lg font-semibold">
            {rule.call911 ? "Then also" : "Then"} call {rule.alsoCall}.
          </p>
        ) : null}
        <ChangeLink quiz={quiz} rule={rule} answers={answers} preview={preview} />
      </div>
      <div>
        <Facts serviceType={serviceType} timeframe={timeframe} urgency="high" />
        <List title="Likely Causes" items={causes} level={2} />
      </div>
      <details className="group rounded-2xl border border-line bg-paper p-5 sm:p-8">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-3 font-display text-lg font-bold">
          When everyone is safe
          <ChevronDown className="size-5 shrink-0 group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="mt-5 grid gap-5">
          <HelpBox
            serviceType={serviceType}
            price={price}
            quiz={{ answers: formatAnswers(answers), handoff: buildQuoteHandoff(quiz, answers) }}
          />
          <p>
            <RetakeLink slug={quiz.slug} preview={preview} />
          </p>
        </div>
      </details>
    </section>
  );
}

/**
 * Link back to the deciding question; `data-quiz-change` is the number of answers that are kept.
 */
function ChangeLink({
  quiz,
  rule,
  answers,
  preview,
}: Pick<DangerScreenProps, "quiz" | "answers" | "preview"> & Pick<ShownDanger, "rule">) {
  const pairs = splitAnswerPairs(rule.pattern);
  const keptAnswers = quiz.questions.findLastIndex(({ id }) =>
    pairs.some((pair) => pair.startsWith(`${id}:`)),
  );
  const query = new URLSearchParams(preview ? { preview: "" } : {});
  const before = formatAnswers(answers.slice(0, keptAnswers));
  if (before) query.set(ANSWERS_PARAM, before);
  return (
    <a
      href={quizPath(quiz.slug) + (query.size > 0 ? `?${query}` : "")}
      rel="nofollow"
      data-quiz-change={keptAnswers}
      className="mt-3 inline-block py-2.5 underline underline-offset-3"
    >
      Not this? Change my answer
    </a>
  );
}
