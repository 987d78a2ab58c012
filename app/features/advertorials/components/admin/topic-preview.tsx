import { RefusedTopicBox } from "#app/features/ai/components/admin/refused-topic-box.tsx";
import { ADVERTORIAL_EDITOR_PATH } from "#app/lib/portal-paths.ts";
import type { TopicPreview } from "../../generation/topic-preview.ts";

type TopicPreviewBoxProps = {
  preview: TopicPreview;
  onTopic: (topic: string) => void;
};

/** What the generator would make of the typed topic: the title of the article, or why there is none. */
export function TopicPreviewBox({ preview, onTopic }: TopicPreviewBoxProps) {
  if (preview.kind === "refused")
    return <RefusedTopicBox refused={preview} what="An article" onTopic={onTopic} />;
  const { title, untreated, existing } = preview;
  return (
    <div className="grid gap-1 border-l-4 border-line pl-3">
      <p>
        Subject: <strong>{title}</strong>
      </p>
      {untreated.length > 0 ? (
        <p className="font-semibold text-action-deep">
          The article will not mention “{untreated.join("”, “")}”.
        </p>
      ) : null}
      {existing.map((article) => (
        <p key={article.slug}>
          There is an article about this already:{" "}
          <a href={`${ADVERTORIAL_EDITOR_PATH}/${article.slug}`} className="link">
            {article.title}
          </a>
        </p>
      ))}
    </div>
  );
}
