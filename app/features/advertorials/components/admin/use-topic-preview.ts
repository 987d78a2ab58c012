import { useEffect, useState } from "react";
import { z } from "zod";
import { TOPIC_PATH } from "../../constants.ts";
import { type TopicPreview, topicPreviewSchema } from "../../generation/topic-preview.ts";

const DELAY_MS = 400;
const MIN_TOPIC = 3;
const replySchema = z.object({ preview: topicPreviewSchema.nullable() });

/** What the generator would make of the topic, shortly after the last key; null while unknown. */
export function useTopicPreview(topic: string): TopicPreview | null {
  const [preview, setPreview] = useState<TopicPreview | null>(null);
  const text = topic.trim();
  useEffect(() => {
    if (text.length < MIN_TOPIC) {
      setPreview(null);
      return;
    }
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      void fetch(`${TOPIC_PATH}?${new URLSearchParams({ topic: text })}`, {
        signal: aborted.signal,
      })
        .then((response) => response.json())
        .then((reply) => setPreview(replySchema.safeParse(reply).data?.preview ?? null))
        // Without a preview the generator itself says what it makes of the topic.
        .catch(() => {});
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [text]);
  return preview;
}
