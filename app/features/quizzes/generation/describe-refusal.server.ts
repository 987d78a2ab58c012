import { listTreeHeads } from "./fault-trees.server.ts";
import type { TopicMatch } from "./match-topic.ts";

type Refused = Exclude<TopicMatch, { kind: "tree" }>;

/** Titles of fault trees by slug, in this order. */
export async function listTreeTitles(slugs: readonly string[]): Promise<string[]> {
  const heads = await listTreeHeads();
  return slugs.flatMap((slug) => heads.find((head) => head.slug === slug)?.title ?? []);
}

/** Why no quiz is made of a topic, and which subjects are near it, as one text. */
export async function describeRefusal(match: Refused): Promise<string> {
  const titles = await listTreeTitles(match.nearest);
  const nearest = titles.length > 0 ? ` The nearest subjects: ${titles.join("; ")}.` : "";
  if (match.kind === "emergency")
    return `This is an emergency: ${match.emergency.name}. People need safety steps now, not a quiz.${nearest}`;
  if (match.kind === "unsupported")
    return `No fault tree fits this topic: "${match.subject}" is none of our services.${nearest}`;
  return `No fault tree fits this topic.${nearest}`;
}
