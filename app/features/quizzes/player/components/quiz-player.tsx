import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { quizPath } from "../../constants.ts";
import type { PublicQuiz } from "../../published.server.ts";
import type { Answer } from "../../schema.ts";
import type { ShownResult } from "../get-result.server.ts";
import type { ShownDanger } from "../open-quiz.server.ts";
import { formatAnswers } from "../parse-answers.ts";
import { DangerScreen } from "./danger-screen.tsx";
import { quizCrumbs } from "./quiz-meta.ts";
import { QuizQuestions } from "./quiz-questions.tsx";
import { QuizResult, UnreadableResult } from "./quiz-result.tsx";

type QuizPlayerProps = {
  quiz: PublicQuiz;
  /** The answers so far, from the URL. */
  answers: Answer[];
  preview: boolean;
  /** Name of the scene of its service. */
  scene: string;
} & ({ fallback: ShownResult } | { danger: ShownDanger } | { result: ShownResult | null });

/**
 * A quiz: one question at a time, then the result. The islands script switches questions in place;
 * without it each question is a page.
 */
export function QuizPlayer({ quiz, answers, preview, scene, ...shown }: QuizPlayerProps) {
  return (
    <main id="main" className="relative wrap-anywhere">
      <div
        data-quiz={quiz.slug}
        data-path={quizPath(quiz.slug)}
        data-answers={formatAnswers(answers)}
        data-preview={preview ? "" : undefined}
        className="group/quiz scroll-mt-24"
      >
        {"fallback" in shown ? <QuizScene name={scene} /> : null}
        <div className="wrap py-6 group-has-data-danger-screen/quiz:max-w-3xl md:py-10">
          {preview ? <PreviewBanner {...quiz} /> : null}
          <div className="-mt-3">
            <Breadcrumb crumbs={quizCrumbs(quiz)} />
          </div>
          <div className="mt-4">
            <h1 className="h2 -mt-2 group-has-data-danger-screen/quiz:hidden group-has-data-quiz-result/quiz:text-lg group-has-data-quiz-result/quiz:text-muted md:max-w-[56%]">
              {quiz.title}
            </h1>
            {"fallback" in shown ? (
              <>
                <p
                  className="mt-2 leading-6 text-muted md:max-w-[56%] md:text-lg md:leading-7"
                  data-quiz-intro
                  hidden={answers.length > 0}
                >
                  {quiz.description}
                </p>
                <QuizQuestions quiz={quiz} answers={answers} preview={preview} />
                <Analyzing />
                <div data-quiz-place />
                {/* Shown when a result cannot be fetched; the script fills in the answers. */}
                <template data-quiz-fallback>
                  <QuizResult
                    quiz={quiz}
                    answers={answers}
                    result={shown.fallback}
                    preview={preview}
                  />
                </template>
                {/* A danger screen must not depend on the network. */}
                {quiz.dangers.map((rule) => (
                  <template key={rule.id} data-danger={rule.pattern}>
                    <DangerScreen
                      quiz={quiz}
                      answers={[]}
                      danger={{ rule, price: shown.fallback.price }}
                      preview={preview}
                    />
                  </template>
                ))}
              </>
            ) : "danger" in shown ? (
              <DangerScreen quiz={quiz} answers={answers} danger={shown.danger} preview={preview} />
            ) : shown.result ? (
              <QuizResult quiz={quiz} answers={answers} result={shown.result} preview={preview} />
            ) : (
              <UnreadableResult quiz={quiz} preview={preview} />
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

/**
 * What the quiz is about: on small screens a strip above the first question, on others beside all
 * of them. The result has a picture of its own.
 */
const QuizScene = ({ name }: { name: string }) => (
  <SceneImage
    name={name}
    className="h-24 w-full border-b border-line object-cover group-has-data-quiz-result/quiz:hidden max-md:group-has-[[data-quiz-intro][hidden]]/quiz:hidden md:absolute md:top-10 md:right-[max(2rem,(100vw-72rem)/2)] md:h-auto md:w-[34%] md:rounded-2xl md:border"
    isFirst
  />
);

function PreviewBanner({ isActive, isDraft }: Pick<PublicQuiz, "isActive" | "isDraft">) {
  return (
    <p
      role="note"
      className="mb-5 rounded-xl border-2 border-plum bg-paper px-4 py-3 font-semibold text-plum"
    >
      Preview for staff:{" "}
      {isDraft
        ? "your draft, with changes that are not saved."
        : isActive
          ? "this quiz is public."
          : "this quiz is not public."}{" "}
      Nothing here is counted.
    </p>
  );
}

/** Shown while the result is loading. */
function Analyzing() {
  return (
    <div data-quiz-wait hidden className="mt-5 md:max-w-[56%]">
      <SceneImage name="search" className="h-44 w-full rounded-xl object-cover" />
      <h2 tabIndex={-1} className="h2 mt-4 outline-none">
        Analyzing Your Situation
      </h2>
      <p className="mt-2 text-muted">This takes a moment.</p>
    </div>
  );
}
