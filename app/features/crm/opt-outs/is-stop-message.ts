/** A whole sentence that is one of these is a stop wherever it stands. */
const STOP_PHRASES = new Set([
  "no more",
  "opt me out",
  "opt out",
  "optout",
  "remove me",
  "stop",
  "stop all",
  "stop all of this",
  "stop everything",
  "stop it",
  "stop stop",
  "stop stop stop",
  "stop this",
  "stopall",
  "unsubscribe",
  "unsubscribe me",
]);
/** Words that are a stop at the beginning of a reply only: carriers define them so for texts. */
const FIRST_PHRASES = new Set([
  "cancel",
  "cancel all",
  "end",
  "halt",
  "quit",
  "remove",
  "revoke",
  "wrong number",
  "wrong person",
]);
/** Parts of a sentence that leave no doubt. */
const CLEAR_PARTS = [
  "do not consent",
  "do not disturb",
  "leave me alone",
  "leave us alone",
  "lose my number",
  "lose this number",
  "no longer consent",
  "not want to be called",
  "not want to be contacted",
  "not want to be emailed",
  "not want to be texted",
  "not want to hear from",
  "off the list",
  "off your list",
  "off your lists",
  "opt me out",
  "remove me from",
  "remove my email",
  "remove my number",
  "remove my phone",
  "revoke consent",
  "revoke my consent",
  "withdraw consent",
  "withdraw my consent",
].map((part) => ` ${part} `);
/** Around the words that matter, and without meaning of their own. */
const FILLERS = new Set(
  "please pls plz kindly just now ok okay hi hello hey thanks thank you and henry i immediately".split(
    " ",
  ),
);
const CONTACT = new Set("contact call text email mail message phone bother write ring".split(" "));
const CONTACTING = new Set(
  "contacting calling texting emailing mailing messaging phoning bothering writing spamming harassing".split(
    " ",
  ),
);
const MESSAGES = new Set(
  "calls texts emails mails messages contact communication communications spam".split(" "),
);
/** May stand between "stop" and what should stop. */
const DETERMINERS = new Set("all any the these those your further more with of".split(" "));
/** May follow "do not call": the sentence is about the writer. */
const OBJECTS = new Set("me us again anymore any ever here or nor and , at please".split(" "));
const OWN_NUMBERS = new Set("number phone cell home house email".split(" "));
/** A time or a condition makes it a wish, such as "do not call me before noon". */
const CONDITIONS = new Set(
  `before after until till between during when while if unless instead because yet early late night
   nights morning mornings evening evenings noon today tonight tomorrow weekend weekends work first
   without so too monday tuesday wednesday thursday friday saturday sunday mondays tuesdays
   wednesdays thursdays fridays saturdays sundays but rather`.split(/\s+/),
);
/** What a stop is about stands within so many words. */
const WORDS_LOOKED_AT = 12;
const NEGATIONS = new Set(["not", "never"]);

/**
 * Whether a person asks for an end of all contact, in any usual words. A doubtful message is not a
 * stop: a person reads it.
 * @param text a reply as the person wrote it; an older mail that it quotes does not count
 */
export function isStopMessage(text: string): boolean {
  const [first] = listSentences(text);
  return FIRST_PHRASES.has(first?.join(" ") ?? "") || isStopOnPage(text);
}

/**
 * The same for what a person writes on the page of their request, beside the buttons for the visit
 * and the request: there a bare "cancel" or "end" is about one of these.
 */
export const isStopOnPage = (text: string): boolean =>
  listSentences(text).some((words) => STOP_PHRASES.has(words.join(" ")) || isClearStop(words));

/** The words of each sentence, without greetings and thanks. */
function listSentences(text: string): string[][] {
  const sentences = dropQuote(text)
    .toLowerCase()
    .replaceAll(/[’‘`]/g, "'")
    .split(/[.!?;:\n\r]/)
    .map(listWords);
  return sentences.map(dropFillers).filter((words) => words.length > 0);
}

/** The text before the mail that it answers. */
function dropQuote(text: string): string {
  const lines = text.split(/\r?\n/);
  const quote = lines.findIndex(
    (line) =>
      line.startsWith(">") ||
      line.startsWith("-----") ||
      (line.startsWith("On ") && line.trimEnd().endsWith("wrote:")),
  );
  return (quote < 0 ? lines : lines.slice(0, quote)).join("\n");
}

const listWords = (sentence: string): string[] =>
  sentence
    .replaceAll(/e-mail/g, "email")
    .replaceAll(/\b(do|does|did|wo|ca)n'?t\b/g, "$1 not")
    .replaceAll(/\b(opt|stop)-(out|all)\b/g, "$1 $2")
    .match(/[\p{L}\p{N}]+|,/gu) ?? [];

function dropFillers(words: string[]): string[] {
  const isFiller = (word = "") => FILLERS.has(word) || word === ",";
  const [first, end] = [
    words.findIndex((word) => !isFiller(word)),
    words.findLastIndex((word) => !isFiller(word)) + 1,
  ];
  return first < 0 ? [] : words.slice(first, end);
}

function isClearStop(words: string[]): boolean {
  const sentence = ` ${words.join(" ")} `;
  if (CLEAR_PARTS.some((part) => sentence.includes(part))) return true;
  if (sentence.endsWith(" you to stop ")) return true;
  if (words.some((word) => CONDITIONS.has(word))) return false;
  return words.some((word, index) => {
    const isNegated = NEGATIONS.has(words[index - 1] ?? "");
    const rest = words.slice(index + 1, index + 1 + WORDS_LOOKED_AT);
    if (word === "unsubscribe") return !isNegated;
    if (word === "opt" && rest[0] === "out") return !isNegated && isAboutMessages(rest.slice(1));
    if (["stop", "quit", "cease"].includes(word)) return !isNegated && stopsContact(rest);
    if (word === "no" && rest[0] === "more") return MESSAGES.has(rest[1] ?? "");
    if (NEGATIONS.has(word)) return refusesContact(rest);
    return false;
  });
}

/** What follows "opt out": nothing, or that it is out of messages. */
const isAboutMessages = (rest: string[]): boolean =>
  rest.length === 0 || rest.some((word) => MESSAGES.has(word) || CONTACT.has(word));

/** What follows "stop": calling me, all calls, sending me messages. */
function stopsContact(rest: string[]): boolean {
  const [word = "", ...after] = rest.slice(rest.findIndex((next) => !DETERMINERS.has(next)));
  if (MESSAGES.has(word)) return true;
  if (word === "sending") return after.some((next) => MESSAGES.has(next));
  return CONTACTING.has(word) && isAboutWriter(after);
}

/** What follows "not": call me, contact us again, want more calls. */
function refusesContact(rest: string[]): boolean {
  const [word = "", ...after] = rest[0] === "ever" ? rest.slice(1) : rest;
  if (word === "want") return after.slice(0, 3).some((next) => MESSAGES.has(next));
  return CONTACT.has(word) && isAboutWriter(after) && !offersAnotherWay(after);
}

const isAboutWriter = ([word, next = ""]: string[]): boolean =>
  word === undefined ||
  OBJECTS.has(word) ||
  ((word === "my" || word === "this") && OWN_NUMBERS.has(next));

/** "Do not call, text me" names another way; "do not call, text or email me" does not. */
const offersAnotherWay = (after: string[]): boolean =>
  !after.includes("or") &&
  after.some((word, index) => CONTACT.has(word) && index > 0 && after[index - 1] !== "and");
