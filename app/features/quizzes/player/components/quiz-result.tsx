import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { GENERIC_TITLE, quizPath } from "../../constants.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import { buildQuoteHandoff } from "../build-quote-handoff.ts";
import type { ShownResult } from "../get-result.server.ts";
import { ANSWERS_PARAM, formatAnswers } from "../parse-answers.ts";
import { HelpBox } from "./help-box.tsx";
import { ConfidenceLine, NextSteps, OtherCandidates, UrgencyScale } from "./result-details.tsx";
import { Facts, List, RetakeLink } from "./result-parts.tsx";
import { WhyThisResult } from "./why-this-result.tsx";

type QuizResultProps = {
  quiz: PublicQuiz;
  answers: Answer[];
  result: ShownResult;
  preview: boolean;
};

/** The diagnosis and the next steps. */
export function QuizResult({ quiz, answers, result, preview }: QuizResultProps) {
  const { data } = result;
  const query = formatAnswers(answers);
  const isGeneral = data.diagnosis === GENERIC_TITLE;
  return (
    <section data-quiz-result aria-labelledby="result-title" className="mt-5 grid gap-6">
      <div className="rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-8">
        <h2
          id="result-title"
          tabIndex={-1}
          className="font-display text-lg font-bold text-action outline-none"
        >
          Here's What We Found
        </h2>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="h2 min-w-0 flex-1 basis-48">
            {isGeneral ? null : <span className="block text-lg text-muted">Most likely: </span>}
            {data.diagnosis}
          </h3>
          {data.part ? (
            <img
              src={`/art/parts/${data.part}.svg`}
              width="160"
              height="160"
              alt=""
              className="size-24 shrink-0 sm:size-32"
            />
          ) : null}
        </div>
        {result.confidence ? <ConfidenceLine {...result.confidence} /> : null}
        {data.customMessage ? <p className="mt-4 text-lg">{data.customMessage}</p> : null}
        <Facts serviceType={data.serviceType} timeframe={data.timeframe} urgency={data.urgency} />
        <UrgencyScale urgency={data.urgency} waiting={data.waiting} />
        <List title="Likely Causes" items={data.causes} />
        <NextSteps {...data} />
        <OtherCandidates candidates={result.candidates} isGeneral={isGeneral} />
      </div>
      <HelpBox
        serviceType={data.serviceType}
        price={result.price}
        quiz={{ answers: query, handoff: buildQuoteHandoff(quiz, answers) }}
      />
      {data.preventionTips.length > 0 ? (
        <div className="rounded-2xl bg-sand p-5 sm:p-8">
          <List title="Prevention Tips" items={data.preventionTips} first />
        </div>
      ) : null}
      {result.failed ? null : <WhyThisResult reasons={result.reasons} />}
      <div className="no-print flex flex-wrap items-center gap-3">
        <RetakeLink slug={quiz.slug} preview={preview} />
        <button type="button" data-quiz-print className="needs-script btn btn-line">
          Print
        </button>
        {preview || result.failed ? null : (
          <>
            <a
              href={`${quizPath(quiz.slug)}?${ANSWERS_PARAM}=${query}`}
              rel="nofollow"
              data-quiz-share
              className="link px-1 py-3"
            >
              Copy link to this result
            </a>
            <span role="status" className="text-muted" />
          </>
        )}
      </div>
    </section>
  );
}

/** Shown when the stored diagnosis is invalid. */
export function UnreadableResult({ quiz, preview }: Pick<QuizResultProps, "quiz" | "preview">) {
  const { phone } = useSite();
  return (
    <section
      data-quiz-result
      aria-labelledby="result-title"
      className="mt-5 rounded-2xl border border-line bg-paper p-8 text-center shadow-card"
    >
      <img
        src="/art/henry-oops.svg"
        width="150"
        height="180"
        alt=""
        className="mx-auto h-44 w-auto"
      />
      <h2 id="result-title" tabIndex={-1} className="h2 mt-4 outline-none">
        Unable to Load Results
      </h2>
      <p className="mt-3 text-lg text-muted">
        We're having trouble loading your results. Please try again or contact Henry directly.
      </p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        <RetakeLink slug={quiz.slug} preview={preview} />
      </p>
    </section>
  );
}
