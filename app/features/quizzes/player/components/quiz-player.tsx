import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
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
        className="scroll-mt-24"
      >
        <div className="wrap py-6 quiz-danger:max-w-3xl md:py-10">
          {preview ? <PreviewBanner {...quiz} /> : null}
          <div className="-mt-3">
            <Breadcrumb crumbs={quizCrumbs(quiz)} />
          </div>
          <div className="mt-4">
            {"fallback" in shown ? (
              <>
                <div className="gap-x-14 md:grid md:grid-cols-[1fr_34%] quiz-result:block">
                  <div>
                    <QuizTitle title={quiz.title} scene={scene} />
                    <QuizQuestions quiz={quiz} answers={answers} preview={preview} />
                    <Analyzing />
                  </div>
                  <AboutQuiz quiz={quiz} scene={scene} isStart={answers.length === 0} />
                </div>
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
            ) : (
              <>
                <QuizTitle title={quiz.title} />
                {shown.result ? (
                  <QuizResult
                    quiz={quiz}
                    answers={answers}
                    result={shown.result}
                    preview={preview}
                  />
                ) : (
                  <UnreadableResult quiz={quiz} preview={preview} />
                )}
              </>
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

/**
 * The question below it is what people read first, so the title is small. A result has a title of
 * its own, and the path above it names the quiz; a danger has its own h1.
 */
const QuizTitle = ({ title, scene }: { title: string; scene?: string }) => (
  <div className="flex items-center gap-3 quiz-danger:hidden">
    {scene ? (
      <SceneImage
        name={scene}
        className="h-12 w-16 shrink-0 rounded-lg border border-line quiz-result:hidden md:hidden"
        isFirst
      />
    ) : null}
    <h1 className="text-lg leading-6 text-balance quiz-result:sr-only md:text-2xl">{title}</h1>
  </div>
);

type AboutQuizProps = { quiz: PublicQuiz; scene: string; isStart: boolean };

/** Beside the questions, what the quiz is about; below them on small screens, the phone number. */
function AboutQuiz({ quiz, scene, isStart }: AboutQuizProps) {
  const { phone } = useSite();
  return (
    <aside aria-label="About this quiz" className="mt-6 quiz-result:hidden md:mt-0">
      <SceneImage
        name={scene}
        className="hidden w-full rounded-2xl border border-line md:block md:h-auto"
      />
      <p className="hidden leading-6 text-muted md:mt-4 md:block" data-quiz-intro hidden={!isStart}>
        {quiz.description}
      </p>
      <p className="mt-3">
        Rather talk? Call <PhoneLink phone={phone} />
      </p>
    </aside>
  );
}

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
    <div data-quiz-wait hidden className="mt-5">
      <SceneImage name="search" className="h-44 w-full rounded-xl" />
      <h2 tabIndex={-1} className="h2 mt-4 outline-none">
        Analyzing Your Situation
      </h2>
      <p className="mt-2 text-muted">This takes a moment.</p>
    </div>
  );
}
