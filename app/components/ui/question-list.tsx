import { Fold } from "./fold.tsx";
import { PhoneText } from "./phone-text.tsx";

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
        <Fold
          key={question}
          name={name}
          summary={<span className="leading-6 font-semibold">{question}</span>}
          className="py-3"
        >
          <p>
            <PhoneText text={answer} />
          </p>
        </Fold>
      ))}
    </div>
  );
}
