import { useFetchedPreview } from "#app/components/admin/use-fetched-preview.ts";
import { MIN_PREVIEWED_TOPIC } from "#app/features/quizzes/constants.ts";
import { TOPIC_PATH } from "../../constants.ts";
import { type TopicPreview, topicPreviewSchema } from "../../generation/topic-preview.ts";

/** What the generator would make of the topic, shortly after the last key; null while unknown. */
export function useTopicPreview(topic: string): TopicPreview | null {
  const text = topic.trim();
  return useFetchedPreview(
    text.length < MIN_PREVIEWED_TOPIC
      ? null
      : `${TOPIC_PATH}?${new URLSearchParams({ topic: text })}`,
    topicPreviewSchema,
  );
}
