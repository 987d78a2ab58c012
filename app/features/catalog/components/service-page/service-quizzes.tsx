import { ArrowRight } from "lucide-react";

/** Further quizzes are folded. */
const MAX_SHOWN = 6;

type ServiceQuizzesProps = { quizzes: readonly { path: string; title: string }[] };

/** The quizzes that find the likely cause of what people call about. */
export function ServiceQuizzes({ quizzes }: ServiceQuizzesProps) {
  if (quizzes.length === 0) return null;
  return (
    <section aria-labelledby="quizzes-title" className="section bg-sand">
      <div className="wrap">
        <h2 id="quizzes-title" className="h2">
          Not sure what is wrong?
        </h2>
        <p className="mt-3 max-w-2xl text-lg">
          A few questions show the likely cause, how urgent it is and what you can safely check.
        </p>
        <QuizLinks quizzes={quizzes.slice(0, MAX_SHOWN)} className="mt-5" />
        {quizzes.length > MAX_SHOWN ? (
          <details className="mt-4">
            <summary className="link inline-block py-2">{quizzes.length - MAX_SHOWN} more</summary>
            <QuizLinks quizzes={quizzes.slice(MAX_SHOWN)} className="mt-3" />
          </details>
        ) : null}
      </div>
    </section>
  );
}

/** Links to quizzes, in as many columns as fit. */
export function QuizLinks({ quizzes, className }: ServiceQuizzesProps & { className: string }) {
  return (
    <ul className={`grid gap-3 sm:grid-cols-2 lg:grid-cols-3 ${className}`}>
      {quizzes.map(({ path, title }) => (
        <li key={path}>
          <a
            href={path}
            className="flex h-full min-h-12 items-center justify-between gap-3 rounded-xl border border-line bg-paper px-4 py-3 font-semibold hover:border-action"
          >
            <span className="min-w-0">{title}</span>
            <ArrowRight className="size-5 shrink-0 text-action" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}
