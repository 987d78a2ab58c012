import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";

/** A finished quiz: its answers as encoded in the URL, and what a service request stores of it. */
export type FinishedQuiz = { answers: string; handoff: QuizHandoff };
type QuoteLinkProps = {
  service?: { slug: string; name: string };
  label?: string;
  /** Five digits. */
  zip?: string;
  quiz?: FinishedQuiz;
  children: React.ReactNode;
  className?: string;
};

/**
 * URL of the quote page; `service` is a slug, `label` a name where no service fits, `sign` the number
 * of a sign of the service, from 1.
 */
export function formatQuotePath({
  service,
  sign,
  label,
  zip,
  quiz,
}: {
  service?: string;
  sign?: number;
  label?: string;
  zip?: string;
  quiz?: FinishedQuiz;
}): string {
  const query = new URLSearchParams();
  if (service) query.set("service", service);
  if (sign) query.set("sign", String(sign));
  if (label) query.set("label", label);
  if (zip) query.set("zip", zip);
  if (quiz) {
    query.set("quiz", quiz.handoff.slug);
    query.set("a", quiz.answers);
  }
  return query.size > 0 ? `/quote?${query}` : "/quote";
}

/** A link to the quote page; the islands script opens the wizard in a dialog instead. */
export function QuoteLink({
  service,
  label,
  zip,
  quiz,
  children,
  className = "btn btn-action",
}: QuoteLinkProps) {
  return (
    <a
      href={formatQuotePath({ service: service?.slug, label, zip, quiz })}
      data-quote={service?.name ?? label ?? ""}
      data-zip={zip || undefined}
      data-quiz-done={quiz && JSON.stringify(quiz.handoff)}
      rel="nofollow"
      className={className}
    >
      {children}
    </a>
  );
}
