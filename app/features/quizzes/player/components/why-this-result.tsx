import type { ShownResult } from "../get-result.server.ts";

/** The deciding answers. */
export function WhyThisResult({ reasons }: Pick<ShownResult, "reasons">) {
  return (
    <details className="no-print border-y border-line">
      <summary className="fold-head py-2.5 font-display text-lg font-bold">Why this result</summary>
      <div className="pb-4">
        {reasons.length > 0 ? (
          <>
            <p>These answers of yours decided:</p>
            <ul className="mt-2 grid list-disc gap-2 pl-5 marker:text-action">
              {reasons.map(({ question, answer }) => (
                <li key={question}>
                  {question} <strong>{answer}</strong>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>No answer of yours pointed clearly to one cause.</p>
        )}
      </div>
    </details>
  );
}
