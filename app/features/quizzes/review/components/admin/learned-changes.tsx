import type { LearnedItem } from "../../../editor/schema.ts";
import { describeAnswerPair } from "../../../player/describe-answers.ts";
import type { Question } from "../../../schema.ts";

type LearnedChangesProps = { learned: LearnedItem; questions: readonly Question[] };

/** What recorded causes say about the answers of people with this cause, question by question. */
export function LearnedChanges({ learned, questions }: LearnedChangesProps) {
  const changes = learned.changes.map((change) => ({
    ...change,
    ...describeAnswerPair(change.pair, questions),
  }));
  const asked = [...new Set(changes.map(({ question }) => question))];
  return (
    <div className="mt-3 grid gap-4">
      <p>
        Staff recorded this cause for {learned.cases.toLocaleString("en-US")} requests of this quiz.
        The customers' answers differ from what the quiz expects, by more than chance would explain.
        Approving saves the new weights. Safety rules stay as they are, and Check quiz runs first.
      </p>
      {asked.map((question) => (
        <table key={question} className="w-full max-w-2xl text-[0.9375rem]">
          <caption className="pb-1 text-left font-semibold">{question}</caption>
          <thead>
            <tr className="text-left text-sm text-muted">
              <th scope="col" className="font-normal">
                Of 100 people with this cause
              </th>
              <th scope="col" className="w-24 text-right font-normal">
                So far
              </th>
              <th scope="col" className="w-24 text-right font-normal">
                Learned
              </th>
            </tr>
          </thead>
          <tbody>
            {changes
              .filter((change) => change.question === question)
              .map(({ pair, answer, before, after }) => (
                <tr key={pair} className="border-t border-line tabular-nums">
                  <td className="py-1 break-words">{answer}</td>
                  <td className="text-right">{before}</td>
                  <td className="text-right font-semibold">{after}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
