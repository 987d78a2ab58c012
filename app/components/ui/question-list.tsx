import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { ChevronIcon } from "./chrome-icons.tsx";

type QuestionListProps = {
  entries: readonly { question: string; answer: string }[];
  /** Lists with the same name keep at most one entry open between them. */
  name?: string;
  className?: string;
};

/** Questions whose answers expand below them, without script. */
export function QuestionList({ entries, name, className = "" }: QuestionListProps) {
  return (
    <div className={`divide-y divide-line border-y border-line ${className}`}>
      {entries.map(({ question, answer }) => (
        <details key={question} name={name} className="group">
          <summary className="flex list-none items-center justify-between gap-4 py-3 leading-6 font-semibold">
            {question}
            <ChevronIcon className="size-5 shrink-0 group-open:rotate-180" />
          </summary>
          <p className="pb-4">
            <PhoneText text={answer} />
          </p>
        </details>
      ))}
    </div>
  );
}
