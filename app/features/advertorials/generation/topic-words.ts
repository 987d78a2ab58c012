import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";
import { isTypo, stemWord } from "#app/features/quizzes/generation/split-topic.ts";
import { stripPlaces } from "./strip-places.ts";

/** Words of a topic that are no part of its subject: an article neither repeats nor promises them. */

const toStems = (words: string) => new Set(words.split(/\s+/).filter(Boolean).map(stemWord));

/** Praise, hurry and nearness. */
const PROMISES = toStems(
  `near nearby local best top cheap cheapest cheaper affordable inexpensive budget discount deal free guarantee guaranteed same day fast quick quickly asap 24 24hr hr hour hours licensed insured
   certified trusted trustworthy reliable rated rating review professional professionals pro expert experts company companies contractor contractors town city area neighborhood
   available immediately perfect great good number one highly quality new emergency asap`,
);
/** Words of an article on hiring, whatever its subject is: prices, questions and choosing. */
const GUIDE_WORDS = toStems(
  `cost costs price prices pricing expensive quote quotes estimate estimates much hire hiring find choose choosing pick picking select compare comparing tip tips guide advice basics overview
   know first before call calling sign signs ask expect look tell mean service services work people homeowner homeowners owner owners worth article advertorial page blog post need needed needs
   check checklist step steps system systems safe safely safety wait waiting pay paying explain explained understand`,
);
/** When, how long and how old: an article does not go into it, and does not deny it. */
const CIRCUMSTANCES = toStems(
  `old older year years month months week weeks day days morning night evening yesterday tonight since ago home house yard season seasonal suddenly randomly always time times lot bit bad badly
   really little big small large huge mom mother dad husband wife tenant landlord kid kids person someone wrong weird strange thing stuff`,
);
/** What professionals do to a thing; most of them do all of it. */
const JOBS = toStems(
  `repair repairs repairing fix fixing install installs installing installation replace replacing replacement remodel remodeling renovate renovation clean cleaning cleanup build building builder
   maintenance maintain tune up tuneup inspect inspection remove removal removing restore restoration upgrade upgrades setup treatment painter installer cleaner technician remodeler`,
);
const SEASON =
  /\b(?:in|this|for|before|during|every|each|after|by)\s+(?:the\s+|early\s+|late\s+)*(?:spring|summer|fall|winter|autumn)\b/g;
const YEAR = /\b(?:19|20)\d\d\b/g;
const SELF_MADE =
  /\b(?:diy|do it yourself|by yourself|yourself|tutorial|step by step)\b|\bhow (?:do i |to )(?:i )?(?:install|build|make|lay|pour|paint|hang|wire|frame|become|start|grow|win|cook|sell|market|get rich)\b/;

/** Whether a topic asks how to do the work oneself. */
export const isSelfMade = (topic: string) => SELF_MADE.test(topic.toLowerCase());

/**
 * A topic in lower case without places, praise, years and seasons. `vocabulary`: the words of all
 * subjects, so that "water in basement" names no place.
 */
export function stripTopic(topic: string, vocabulary: ReadonlySet<string>): string {
  const words = topic
    .toLowerCase()
    .replace(/\b24\/7\b|\bsame[ -]day\b|\bnear me\b|\bclose to me\b|\b100%/g, " ")
    .replace(YEAR, " ")
    .replace(SEASON, " ")
    .split(/[\s,]/)
    .filter(Boolean);
  return stripPlaces(words, vocabulary)
    .filter((word) => !PROMISES.has(stemWord(word.replace(/[^a-z0-9-]/g, ""))))
    .join(" ");
}

/** What a stripped topic is about: without the words that any article treats. */
export const listSubjectWords = (stripped: string): string[] =>
  splitSubject(stripped).filter(
    (word) =>
      !PROMISES.has(word) &&
      !GUIDE_WORDS.has(word) &&
      !CIRCUMSTANCES.has(word) &&
      word !== "not" &&
      !/^\d+$/.test(word),
  );

export const isGuideWord = (word: string) => GUIDE_WORDS.has(word);
export const isJobWord = (word: string) => JOBS.has(word);

/** "Drain" and "drainage", "roof" and "roofer" are one word, "water" and "waterproof" are two. */
const MAX_ENDING = 3;

/** Whether a list of words contains a word, perhaps with a typo or another ending. */
export const hasWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || [...words].some((known) => isSameWord(known, word));

const ROOM = /^bathroom$/;
const isSameWord = (first: string, second: string) => {
  const [a, b] = [first.replace(ROOM, "bath"), second.replace(ROOM, "bath")];
  return isSimilar(a, b);
};
const isSimilar = (a: string, b: string) =>
  a === b ||
  // Of short words a typo may be another word: "dent" and "vent".
  (Math.min(a.length, b.length) > 4 && isTypo(a, b)) ||
  (Math.min(a.length, b.length) >= 4 &&
    Math.abs(a.length - b.length) <= MAX_ENDING &&
    (a.startsWith(b) || b.startsWith(a)));
