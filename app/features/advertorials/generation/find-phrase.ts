import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { splitWords, stemWord } from "#app/features/quizzes/generation/split-topic.ts";
import { hasNoClaim } from "./article-parts.ts";
import { getVocabulary, type Knowledge } from "./choose-subject.ts";
import { hasWord, isGuideWord, listSubjectWords, stripTopic } from "./topic-words.ts";

/** Words in which a topic and a search term may differ. */
const SMALL_WORDS = new Set("a an at in is it my of on or our the to".split(" "));

/** The longest keyword that a topic contains, without praise, places and prices; null without one. */
export function findPhrase(
  topic: string,
  keywords: readonly string[],
  knowledge: Knowledge,
): string | null {
  const vocabulary = getVocabulary(knowledge);
  const given = new Set(splitWords(topic).map(stemWord));
  const [longest] = keywords
    .filter((keyword) => hasNoClaim(keyword) && stripTopic(keyword, vocabulary) === keyword)
    .map((keyword) => ({ keyword, words: splitWords(keyword).map(stemWord) }))
    .filter(
      ({ words }) =>
        // Small words may differ: "toilet runs at night", "my toilet is running at night".
        words.every((word) => given.has(word) || SMALL_WORDS.has(word)) && !words.some(isGuideWord),
    )
    .sort((a, b) => b.words.length - a.words.length);
  return longest ? spellOut(longest.keyword) : null;
}

/** Search terms are listed as they are typed: "wont" is "won't", and "ac" is "AC". */
const spellOut = (text: string) =>
  text
    .replace(/\b(wo|do|does|is|are|was|ca|did|has|have)nt\b/g, "$1n't")
    .replace(/\b(?:ac|ev|hvac|gfci|co|tv|led|abs|adas|cvt|diy)\b/g, (word) => word.toUpperCase());

/** What a topic is about, as stems. */
export const listTopicWords = (topic: string, knowledge: Knowledge): string[] =>
  listSubjectWords(stripTopic(topic, getVocabulary(knowledge)));

/** The words that a text does not contain. */
export function listUntreated(words: readonly string[], text: string): string[] {
  const known = new Set(splitSubject(text));
  return words.filter((word) => !hasWord(known, word));
}
