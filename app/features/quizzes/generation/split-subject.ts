import { splitWords, stemWord } from "./split-topic.ts";

/**
 * Words that say nothing about the subject. Unlike those of an article's topic, "not", "on" and "off"
 * are kept: "turns on and off" and "wont turn on" are symptoms.
 */
const FILLERS = new Set(
  `a an the my your our their his her its i we you it is are was were be been being am have has had do does did this that these those there then than to of at for in with and or so as by from about
   into when whenever what whats why how where who which will would could should may might me us please help need want some any very just get gets getting got getting keep keeps kept again still
   always sometimes suddenly really only lately today now maybe seems seem like quiz diagnose diagnosis diagnostic troubleshoot troubleshooting problem problems issue issues trouble question fix
   fixing repair try trying tried all every if because unless while make makes making made thing something one also even too much`
    .split(/\s+/)
    .filter(Boolean),
);
const NEGATIONS = new Set(
  "no not wont wnt doesnt dont isnt arent wasnt cant cannot never without didnt wouldnt couldnt aint".split(
    " ",
  ),
);

/** The significant words of a text, stemmed and without duplicates; every negation is "not". */
export const splitSubject = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .map((word) => (NEGATIONS.has(word) ? "not" : word))
      .filter((word) => word.length > 1 && !FILLERS.has(word))
      .map(stemWord),
  ),
];
