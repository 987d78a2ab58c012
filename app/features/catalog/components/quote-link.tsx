import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";

/** A finished quiz: its answers as encoded in the URL, and the handoff that the request stores. */
export type QuoteQuiz = { answers: string; handOver: QuizHandoff };
type QuoteLinkProps = {
  service?: { slug: string; name: string };
  label?: string;
  quiz?: QuoteQuiz;
  children: React.ReactNode;
  className?: string;
};

/** URL of the quote page; `service` is a slug, `label` a name where no service fits. */
export function formatQuotePath({
  service,
  label,
  quiz,
}: {
  service?: string;
  label?: string;
  quiz?: QuoteQuiz;
}): string {
  const query = new URLSearchParams();
  if (service) query.set("service", service);
  if (label) query.set("label", label);
  if (quiz) {
    query.set("quiz", quiz.handOver.slug);
    query.set("a", quiz.answers);
  }
  return query.size > 0 ? `/quote?${query}` : "/quote";
}

/** A link to the quote page; the islands script opens the wizard in a dialog instead. */
export function QuoteLink({
  service,
  label,
  quiz,
  children,
  className = "btn btn-action",
}: QuoteLinkProps) {
  return (
    <a
      href={formatQuotePath({ service: service?.slug, label, quiz })}
      data-quote={service?.name ?? label ?? ""}
      data-quiz-done={quiz && JSON.stringify(quiz.handOver)}
      rel="nofollow"
      className={className}
    >
      {children}
    </a>
  );
}
