import { isTypo, splitTopic } from "#app/features/quizzes/generation/split-topic.ts";
import {
  type ArticleContent,
  type ArticleSection,
  getSectionField,
  getSectionText,
} from "./article-schema.ts";
import type { Finding } from "./check-article.ts";

/** A shorter sentence may well stand in a text twice. */
const MIN_REPEATED_WORDS = 7;
/** A warning may be said again where it matters again. */
const WARNING = /^(?:do not|don't|never|keep|stay|call|if)\b/i;
/** Fewer words are a beginning, not yet an article that treats its subject. */
const MIN_BODY_WORDS = 60;
/** A title may contain some words that its text does not: a pun, or a question. */
const MAX_MISSING_SHARE = 0.5;

/**
 * Sentences that stand in an article more than once. Lists do not count: each must be complete,
 * and the same step may belong to two dangers.
 */
export function findRepeats(sections: readonly ArticleSection[]): Finding[] {
  const counts = new Map<string, number>();
  return sections.flatMap((section) => {
    if (section.type === "list") return [];
    const sentences = [section.content].flat().flatMap((text) => text.split(/(?<=[.!?])\s+/));
    return sentences.flatMap((sentence) => {
      const words = sentence.toLowerCase().match(/[a-z0-9']+/g) ?? [];
      const key = words.join(" ");
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (words.length < MIN_REPEATED_WORDS || count !== 2 || WARNING.test(sentence.trim()))
        return [];
      return [
        {
          kind: "repeat" as const,
          text: `“${sentence.trim()}” stands in the article twice.`,
          field: getSectionField(section),
        },
      ];
    });
  });
}

/** Whether the text treats what its headline names. */
export function checkSubject({ hero, sections }: ArticleContent): Finding[] {
  const body = sections.map(getSectionText).join(" ");
  if (body.split(/\s+/).length < MIN_BODY_WORDS) return [];
  const words = splitTopic(hero.title);
  const known = splitTopic(body);
  const missing = words.filter((word) => !known.some((other) => isTypo(word, other)));
  return missing.length > words.length * MAX_MISSING_SHARE
    ? [
        {
          kind: "subject",
          text: "The text says little about what its headline names.",
          field: "content/hero/title",
        },
      ]
    : [];
}
