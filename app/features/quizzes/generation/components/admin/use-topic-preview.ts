import { useFetchedPreview } from "#app/components/admin/use-fetched-preview.ts";
import { MIN_PREVIEWED_TOPIC, TOPIC_PATH } from "../../../constants.ts";
import type { QuizRequest } from "../../quiz-generator.ts";
import { type TopicPreview, topicPreviewSchema } from "../../topic-preview.ts";

/** What the generator would make of the topic, shortly after the last key; null while unknown. */
export function useTopicPreview({
  topic,
  numQuestions,
  serviceType,
}: QuizRequest): TopicPreview | null {
  const text = topic.trim();
  const query = new URLSearchParams({ topic: text, questions: String(numQuestions), serviceType });
  return useFetchedPreview(
    text.length < MIN_PREVIEWED_TOPIC ? null : `${TOPIC_PATH}?${query}`,
    topicPreviewSchema,
  );
}
