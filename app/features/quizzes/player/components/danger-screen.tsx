import { ChevronDown } from "lucide-react";
import { quizPath } from "../../constants.ts";
import { buildDangerDiagnosis } from "../../engine/danger-stop.ts";
import { splitAnswerPairs } from "../../engine/hash-answers.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import { buildQuoteHandoff } from "../build-quote-handoff.ts";
import type { ShownDanger } from "../open-quiz.server.ts";
import { ANSWERS_PARAM, formatAnswers } from "../parse-answers.ts";
import { DangerSteps } from "./danger-steps.tsx";
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
      className={`danger-screen night grid grid-cols-[minmax(0,1fr)] gap-6 ${preview ? "mt-4" : "-mt-10 md:-mt-14"}`}
    >
      <DangerSteps
        kicker="Here's What We Found"
        headline={diagnosis}
        call911={rule.call911}
        alsoCall={rule.alsoCall}
        steps={nextSteps}
      >
        <ChangeLink quiz={quiz} rule={rule} answers={answers} preview={preview} />
      </DangerSteps>
      <div>
        <List title="Likely Causes" items={causes} level={2} first />
        <Facts serviceType={serviceType} timeframe={timeframe} />
      </div>
      <details className="group rounded-2xl border border-line bg-paper p-5 sm:p-8">
        <summary className="-m-5 flex list-none items-center justify-between gap-3 p-5 font-display text-lg font-bold hover:text-action sm:-m-8 sm:p-8">
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
