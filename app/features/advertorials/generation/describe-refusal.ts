import type { Refused } from "./choose-subject.ts";

/** Why no article is made of a topic, in one or two sentences. */
function describeReason({ refusal }: Refused): string {
  switch (refusal.reason) {
    case "emergency":
      return `This is an emergency: ${refusal.emergency.name}. People need safety steps now, not an article.`;
    case "unsupported":
      return `No article fits this topic: "${refusal.subject}" is none of our services.`;
    case "part":
      return `No article fits this topic: it is only a part of "${refusal.service}", and the article would hardly treat it.`;
    case "untreated":
      return `No article fits this topic: nothing that we know about its subject treats "${refusal.words.join('", "')}".`;
    case "self-made":
      return "No article fits this topic: ours are for people who hire a professional, and do not teach the work.";
    case "none":
      return "No article fits this topic: it names neither a service of ours nor a problem that we know.";
  }
}

/** Why no article is made of a topic, and which subjects are near it, as one text. */
export const describeRefusal = (
  refused: Refused,
  { withNearest = true }: { withNearest?: boolean } = {},
): string =>
  withNearest && refused.nearest.length > 0
    ? `${describeReason(refused)} The nearest subjects: ${refused.nearest.join("; ")}.`
    : describeReason(refused);
