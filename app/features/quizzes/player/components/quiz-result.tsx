import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { endSentence } from "#app/lib/text.ts";
import { GENERIC_TITLE, quizPath } from "../../constants.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import { buildQuoteHandoff } from "../build-quote-handoff.ts";
import type { ShownResult } from "../get-result.server.ts";
import { ANSWERS_PARAM, formatAnswers } from "../parse-answers.ts";
import { HelpBox } from "./help-box.tsx";
import {
  ConfidenceLine,
  NextSteps,
  OtherCandidates,
  SafetyLines,
  UrgencyPanel,
} from "./result-details.tsx";
import { List, RetakeLink } from "./result-parts.tsx";
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
  const finished = { answers: query, handoff: buildQuoteHandoff(quiz, answers) };
  const isGeneral = data.diagnosis === GENERIC_TITLE;
  const { phone } = useSite();
  return (
    <section
      data-quiz-result
      aria-labelledby="result-title"
      className="grid max-w-3xl items-start gap-x-14 gap-y-8 lg:max-w-none lg:grid-cols-[1fr_31%]"
    >
      <div>
        <ResultHead result={result} isGeneral={isGeneral} />
        <UrgencyPanel {...data} />
        {data.customMessage ? <p className="mt-4 text-lg leading-7">{data.customMessage}</p> : null}
        <SafetyLines lines={data.safetyLines} />
        {/* On phones the box with the price comes much later. */}
        <p className="no-print mt-4 flex flex-wrap gap-2 lg:hidden">
          <QuoteLink label={data.serviceType} quiz={finished} className="btn btn-action grow">
            Get Free Quote
          </QuoteLink>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line grow" />
        </p>
        {isGeneral ? <OtherCandidates candidates={result.candidates} isGeneral /> : null}
        <List title="Likely Causes" items={data.causes} />
        <NextSteps {...data}>
          {isGeneral ? null : <OtherCandidates candidates={result.candidates} />}
        </NextSteps>
      </div>
      <div className="lg:sticky lg:top-24 lg:row-span-2">
        <HelpBox serviceType={data.serviceType} price={result.price} quiz={finished} />
        <ResultActions quiz={quiz} preview={preview} share={result.failed ? null : query} />
      </div>
      <div>
        {data.preventionTips.length > 0 ? (
          <div className="border-t border-line pt-5 pb-6">
            <List title="Prevention Tips" items={data.preventionTips.map(endSentence)} first />
          </div>
        ) : null}
        {result.failed ? null : <WhyThisResult reasons={result.reasons} />}
      </div>
    </section>
  );
}

/**
 * The cause beside a drawing of its part, or of the search where nothing is sure. The drawing
 * floats: long titles and large letters go on below it.
 */
function ResultHead({ result, isGeneral }: { result: ShownResult; isGeneral: boolean }) {
  const { data, confidence } = result;
  const place = "float-right ml-3 size-22 rounded-xl sm:ml-6 sm:size-36";
  return (
    <div className="flow-root">
      {data.part ? (
        <img
          src={`/art/parts/${data.part}.svg`}
          width="160"
          height="160"
          alt=""
          className={`bg-sand p-1.5 sm:p-3 ${place}`}
        />
      ) : isGeneral ? (
        <SceneImage name="quiz" className={place} />
      ) : null}
      <h2
        id="result-title"
        tabIndex={-1}
        className="font-display text-lg font-bold text-action outline-none"
      >
        Here's What We Found
      </h2>
      <h3 className="h2 mt-1">
        {isGeneral ? null : "Most likely: "}
        {data.diagnosis}
      </h3>
      {confidence ? <ConfidenceLine {...confidence} /> : null}
    </div>
  );
}

type ResultActionsProps = Pick<QuizResultProps, "quiz" | "preview"> & {
  /** The answers of the address that can be shared; null where there is none. */
  share: string | null;
};

function ResultActions({ quiz, preview, share }: ResultActionsProps) {
  return (
    <div className="no-print mt-4 flex flex-wrap items-center gap-3">
      <RetakeLink slug={quiz.slug} preview={preview} />
      <button type="button" data-quiz-print className="needs-script btn btn-line">
        Print
      </button>
      {preview || share === null ? null : (
        <>
          <a
            href={`${quizPath(quiz.slug)}?${ANSWERS_PARAM}=${share}`}
            rel="nofollow"
            data-quiz-share
            className="link py-3"
          >
            Copy link to this result
          </a>
          <span role="status" className="text-muted" />
        </>
      )}
    </div>
  );
}

/** Shown when the stored diagnosis is invalid. */
export function UnreadableResult({ quiz, preview }: Pick<QuizResultProps, "quiz" | "preview">) {
  const { phone } = useSite();
  return (
    <section data-quiz-result aria-labelledby="result-title" className="mt-4 max-w-2xl">
      <SceneImage name="server-error" className="h-44 w-full rounded-xl" isFirst />
      <h2 id="result-title" tabIndex={-1} className="h2 mt-4 outline-none">
        Unable to Load Results
      </h2>
      <p className="mt-3 text-lg text-muted">
        We're having trouble loading your results. Please try again or contact Henry directly.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        <RetakeLink slug={quiz.slug} preview={preview} />
      </p>
    </section>
  );
}
