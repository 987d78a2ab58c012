import type { RefusedTopic } from "../../refused-topic.ts";

type RefusedTopicBoxProps = {
  refused: RefusedTopic;
  /** What would have been generated: "A quiz", "An article". */
  what: string;
  onTopic: (topic: string) => void;
};

/** Why nothing is generated about the typed topic, with the nearest subjects as buttons. */
export function RefusedTopicBox({ refused, what, onTopic }: RefusedTopicBoxProps) {
  const { reason, safetyPath, nearest } = refused;
  return (
    <div className="grid gap-2 border-l-4 border-danger pl-3">
      <p className="font-semibold">{reason}</p>
      {safetyPath ? (
        <p>
          <a href={safetyPath} target="_blank" rel="noreferrer" className="link">
            Open the safety page
          </a>
        </p>
      ) : null}
      {nearest.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span>
            {safetyPath ? `${what} about the subject without the danger:` : "The nearest:"}
          </span>
          {nearest.map((topic) => (
            <button
              key={topic}
              type="button"
              onClick={() => onTopic(topic)}
              className="link text-left"
            >
              {topic}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
