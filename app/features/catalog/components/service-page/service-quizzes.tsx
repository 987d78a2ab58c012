/** Further quizzes are folded. */
const MAX_SHOWN = 2;

type ServiceQuizzesProps = { quizzes: readonly { path: string; title: string }[] };

/** The quizzes that find the likely cause of what people call about. */
export function ServiceQuizzes({ quizzes }: ServiceQuizzesProps) {
  if (quizzes.length === 0) return null;
  const rest = quizzes.slice(MAX_SHOWN);
  return (
    <section aria-labelledby="quizzes-title" className="no-print">
      <h2 id="quizzes-title" className="h3">
        Not sure what is wrong?
      </h2>
      <QuizLinks quizzes={quizzes.slice(0, MAX_SHOWN)} />
      {rest.length > 0 ? (
        <details>
          <summary className="link inline-block py-2">{rest.length} more</summary>
          <QuizLinks quizzes={rest} />
        </details>
      ) : null}
    </section>
  );
}

/** Links to quizzes, a line each. */
export function QuizLinks({
  quizzes,
  className = "mt-2",
}: ServiceQuizzesProps & { className?: string }) {
  return (
    <ul className={`grid gap-x-8 border-t border-line ${className}`}>
      {quizzes.map(({ path, title }) => (
        <li key={path} className="border-b border-line">
          <a href={path} className="row-link min-h-11 py-2 font-semibold">
            <span className="min-w-0">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
