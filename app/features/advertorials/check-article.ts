import { isPhone } from "#app/lib/phone.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import {
  type ArticleContent,
  type ArticleSection,
  getSectionField,
  getSectionText,
  parseImageUrl,
} from "./article-schema.ts";
import { checkSubject, findRepeats } from "./check-text.ts";

export type Finding = {
  kind: "claim" | "alt" | "reading-level" | "meta" | "image" | "phone" | "repeat" | "subject";
  text: string;
  /** Path of the field in the editor's values. */
  field?: string;
};

/** For readers on a phone, eighth grade is plain and tenth grade is too hard. */
const MAX_GRADE = 9;
const MIN_GRADED_WORDS = 60;

/** Claims that need proof, and what to write instead. */
const CLAIMS: [pattern: RegExp, advice: string][] = [
  [/\b(guarantee[ds]?|guaranteed results)\b/i, "a guarantee needs its terms"],
  [
    /(\b(best(?! (?:time|way|place|thing|to|for|if|when|done|guess|practice)\b)|number one|no\. ?1|top[- ]rated|world[- ]class)\b|#1\b)/i,
    "a ranking needs its source",
  ],
  [/\b100 ?(%|percent)/i, "a share of all needs proof"],
  [
    /\b(always (?:works?|on time|available|there|answers?|fix(?:es)?|find)|never fails?|works every time)\b/i,
    "say “usually”, or say when that does not apply",
  ],
  [
    /\b(24\/7|around the clock|24 hours a day|day (?:or|and) night)/i,
    "name the hours that are true",
  ],
  [
    /\b(licensed|certified|insured|bonded (?:and|pros?|professionals?)|background[- ]checked)\b/i,
    "name whom it is true of, or write {claim:licensed-insured}",
  ],
  [/\b(pre-)?vetted\b/i, "say what was checked, or write {claim:vetted}"],
  [/\b(five|5)[- ]stars?\b/i, "ratings need their source"],
  [
    /\b(cheapest|lowest prices?|cannot be beaten|unbeatable)\b/i,
    "a comparison of prices needs proof",
  ],
  [
    /(\bwithin (minutes|an hour|\d{1,4} minutes)\b|\bin minutes\b)/i,
    "a time of arrival is a promise",
  ],
  [
    /(\$0\b|(?<![-\w]|feel )free(?![-\w])(?! of | from | quote))/i,
    "say what is free, and what is not",
  ],
  [
    /\b(all|every) major (\S{1,40} )?cit(ies|y)\b/i,
    "name the places, or write {claim:all-major-cities}",
  ],
  [
    /\b(\d{1,4} ?\+?[ -]years?['’]?|decades)( of)?( [\w-]{1,40})? experience\b/i,
    "say whose experience it is, or write {claim:experience}",
  ],
  [
    /\b(act now|hurry (?:up|now)|limited[- ]time|today only|last chance|while supplies last|offer (?:ends|expires)|only \d{1,3} (?:spots|slots|left))\b/i,
    "nobody should be pressed: say what waiting really risks",
  ],
  [
    /\b(\d{1,3} ?(?:%|percent) of|(?:\d{1,2}|one|two|three|four|nine) (?:out of|in) (?:\d{1,3}|three|four|five|ten)) (?:all )?(?:homeowners|people|customers|drivers|homes|households|americans)\b/i,
    "a statistic needs its source",
  ],
  [
    /\b(?:our|happy|satisfied) customers (?:love|rave|say|tell)|\btestimonials?\b/i,
    "what customers say needs its source",
  ],
  [/\b(cure|instantly|miracle|risk[- ]free)\b/i, "no honest reader believes this"],
];

const TOKEN = /\{[a-z-]+(?::[a-z0-9-]+)?\}/gi;

/** Whether a text contains a claim that needs proof. */
export const hasClaim = (text: string) => findClaims({ text, field: "" }).length > 0;

/**
 * Lists what should be corrected before an article is published. An empty list does not mean that
 * the article is good.
 * @param title the title of the article, if it has one
 */
export function checkArticle(content: ArticleContent, title = ""): Finding[] {
  const { meta, hero, sections, cta } = content;
  const texts: { text: string; field: string }[] = [
    { text: `${hero.title}. ${hero.subtitle}`, field: "content/hero/title" },
    ...sections.map((section) => ({
      text: `${getSectionText(section)} ${section.imageCaption ?? ""}`,
      field: getSectionField(section),
    })),
    { text: `${cta.title}. ${cta.subtitle}`, field: "content/cta/title" },
  ];
  // Shown in lists and search results, and not part of the reading level.
  const names = [
    { text: title, field: "title" },
    { text: meta.title, field: "content/meta/title" },
    { text: meta.description, field: "content/meta/description" },
  ];
  return [
    ...checkMeta(meta),
    ...[...names, ...texts].flatMap(findClaims),
    ...sections.flatMap(checkImage),
    ...checkHero(hero),
    ...checkPhone(cta),
    ...findRepeats(sections),
    ...checkSubject(content),
    ...checkReadingLevel(texts.map(({ text }) => text).join(". ")),
  ];
}

function checkMeta({ title, description }: ArticleContent["meta"]): Finding[] {
  return [
    ...(title.trim()
      ? []
      : [
          {
            kind: "meta" as const,
            text: "The SEO title is missing: search engines will choose one.",
            field: "content/meta/title",
          },
        ]),
    ...(description.trim()
      ? []
      : [
          {
            kind: "meta" as const,
            text: "The meta description is missing: it is what people read in search results.",
            field: "content/meta/description",
          },
        ]),
  ];
}

function findClaims({ text, field }: { text: string; field: string }): Finding[] {
  // A claim token is replaced by a wording that is verified.
  const own = text.replace(TOKEN, " ");
  return CLAIMS.flatMap(([pattern, advice]) => {
    const found = pattern.exec(own)?.[0];
    return found ? [{ kind: "claim" as const, text: `“${found}”: ${advice}.`, field }] : [];
  });
}

function checkImage({ id, type, imageUrl = "", imageAlt = "" }: ArticleSection): Finding[] {
  if (type !== "image") return [];
  return [
    ...(parseImageUrl(imageUrl)
      ? []
      : [
          {
            kind: "image" as const,
            text: imageUrl.trim()
              ? "The image's address is neither https nor of this site: it is not shown."
              : "The image has no address.",
            field: `content/sections/${id}/imageUrl`,
          },
        ]),
    ...(imageAlt.trim()
      ? []
      : [
          {
            kind: "alt" as const,
            text: "The image has no alt text: people who cannot see it get no description.",
            field: `content/sections/${id}/imageAlt`,
          },
        ]),
  ];
}

const checkHero = ({ imageUrl }: ArticleContent["hero"]): Finding[] =>
  imageUrl.trim() && !parseImageUrl(imageUrl)
    ? [
        {
          kind: "image",
          text: "The hero image's address is neither https nor of this site: it is not shown.",
          field: "content/hero/imageUrl",
        },
      ]
    : [];

/** Whether a phone number is valid, or empty: then the site's number is used. */
export const isValidPhone = (phone: string) =>
  ["", "{phone}"].includes(phone.trim()) || isPhone(phone.trim());

const checkPhone = ({ phone }: ArticleContent["cta"]): Finding[] =>
  isValidPhone(phone)
    ? []
    : [
        {
          kind: "phone",
          text: `“${phone.trim()}” cannot be called: the page shows the number of the site instead.`,
          field: "content/cta/phone",
        },
      ];

function checkReadingLevel(text: string): Finding[] {
  if ((text.match(/[a-z]+/gi) ?? []).length < MIN_GRADED_WORDS) return [];
  const grade = getGradeLevel(text);
  return grade > MAX_GRADE
    ? [
        {
          kind: "reading-level",
          text: `It reads like grade ${Math.round(grade)}; aim at ${MAX_GRADE} or lower with shorter sentences and plainer words.`,
        },
      ]
    : [];
}
