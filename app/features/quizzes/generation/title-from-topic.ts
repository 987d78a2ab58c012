import { cleanTopic } from "#app/features/ai/clean-topic.ts";
import { capitalize, toTitleCase, trimEndWhere } from "#app/lib/text.ts";

const MAX_TITLE = 80;

/** Title of a quiz without a matching fault tree. */
export function titleFromTopic(topic: string): string {
  const text = cleanTopic(topic);
  if (text.endsWith("?")) return capitalize(text).slice(0, MAX_TITLE);
  const title = toTitleCase(trimEndWhere(text, /[.!,;:\s]/));
  const ending = ": What Could Be Wrong?";
  return title.length + ending.length <= MAX_TITLE
    ? title + ending
    : title.slice(0, MAX_TITLE).trim();
}
