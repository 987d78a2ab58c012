import type { ShownResult } from "../get-result.server.ts";

/** The deciding answers. */
export function WhyThisResult({ reasons }: Pick<ShownResult, "reasons">) {
  return (
    <details className="no-print rounded-2xl border border-line bg-paper px-5 py-4 sm:px-8">
      <summary className="font-display text-lg font-bold">Why this result</summary>
      {reasons.length > 0 ? (
        <>
          <p className="mt-3">These answers of yours decided:</p>
          <ul className="mt-2 grid list-disc gap-2 pl-5 marker:text-action">
            {reasons.map(({ question, answer }) => (
              <li key={question}>
                {question} <strong>{answer}</strong>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-3">No answer of yours pointed clearly to one cause.</p>
      )}
    </details>
  );
}
