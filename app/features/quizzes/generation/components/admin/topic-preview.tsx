import { RefusedTopicBox } from "#app/features/ai/components/admin/refused-topic-box.tsx";
import { EDITOR_PATH } from "../../../constants.ts";
import { MIN_GOOD_SHARE, type TopicPreview } from "../../topic-preview.ts";

type TopicPreviewBoxProps = {
  preview: TopicPreview;
  /** Number of questions that was chosen. */
  numQuestions: number;
  onTopic: (topic: string) => void;
};

/** What the generator would make of the typed topic: its subject, or why there is none. */
export function TopicPreviewBox({ preview, numQuestions, onTopic }: TopicPreviewBoxProps) {
  if (preview.kind === "model") return null;
  if (preview.kind === "refused")
    return <RefusedTopicBox refused={preview} what="A quiz" onTopic={onTopic} />;
  const { title, questions, right, existing } = preview;
  const percent = Math.round(right * 100);
  return (
    <div className="grid gap-1 border-l-4 border-line pl-3">
      <p>
        Subject: <strong>{title}</strong>
        {questions < numQuestions ? ` It has ${questions} questions.` : ""} With {questions}{" "}
        questions about {percent}% of the results are expected to be right.
      </p>
      {right < MIN_GOOD_SHARE ? (
        <p className="font-semibold text-action-deep">
          That is low: choose more questions, so that fewer visitors are told the wrong cause.
        </p>
      ) : null}
      {existing.map((quiz) => (
        <p key={quiz.slug}>
          There is a quiz about this already:{" "}
          <a href={`${EDITOR_PATH}/${quiz.slug}`} className="link">
            {quiz.title}
          </a>
        </p>
      ))}
    </div>
  );
}
