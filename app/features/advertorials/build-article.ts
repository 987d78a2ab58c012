import type { ServiceFacts } from "#app/features/catalog/queries.server.ts";
import {
  DANGER_QUESTION,
  type FaultTree,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { replaceTokens, titleCase, trimEndOf } from "#app/lib/text.ts";
import type { ArticleContent, ArticleSection } from "./article-schema.ts";
import { hasClaim } from "./check-article.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "./constants.ts";
import { createPicker, type Picker } from "./pick-wording.ts";
import type { Templates } from "./template-schema.ts";

/** The subject of an article, with everything known about it. */
export type Subject =
  | { kind: "tree"; tree: FaultTree; service: ServiceFacts }
  | { kind: "service"; service: ServiceFacts }
  | { kind: "general"; area: "home" | "auto" };

const LIMITS = {
  signs: 4,
  questions: 4,
  causes: 4,
  looks: 4,
  notes: 5,
  generalQuestions: 5,
  jobs: 3,
  tipCauses: 4,
  keywords: 8,
} as const;
/** A topic that is longer or contains other characters is not repeated in the article. */
const REPEATABLE_TOPIC = /^[\p{L}\p{N}][\p{L}\p{N} '’&,/-]{1,39}$/u;
/** Questions that are only understandable with their answer options. */
const NEEDS_OPTIONS = /\b(?:these|which words|true|fits?)\b/i;

type Part = Omit<ArticleSection, "id">;
type TokenValues = Readonly<Record<string, string>>;
type Writer = {
  pick: Picker;
  line: (place: string, wordings: readonly string[]) => string;
  paragraph: (place: string, sentences: readonly (readonly string[])[]) => Part;
  heading: (place: string, wordings: readonly string[]) => Part;
};

/**
 * Builds an article about a subject from the content files alone. The same topic gives the same
 * article; other topics use other wordings.
 */
export function buildArticle(
  topic: string,
  subject: Subject,
  templates: Templates,
): ArticleContent {
  const pick = createPicker(`${subject.kind} ${topic.toLowerCase()}`);
  const writer = createWriter(pick, buildTokens(topic, subject, templates, pick));
  const parts = { tree: writeTree, service: writeService, general: writeGeneral }[subject.kind](
    writer,
    subject as never,
    templates,
  );
  const sections = [...parts.body, ...writeHelp(writer, templates)].map((part, at) => ({
    id: `s${at + 1}`,
    ...part,
  }));
  return {
    meta: { ...parts.meta, keywords: listKeywords(topic, subject) },
    hero: { title: parts.title, subtitle: parts.subtitle, imageUrl: getHeroImage(subject) },
    sections,
    cta: {
      title: writer.line("cta title", templates.cta.title),
      subtitle: writer.line("cta subtitle", templates.cta.subtitle),
      phone: "",
    },
  };
}

const GENERAL_ART = { home: "home-services", auto: "auto" } as const;

/** The site's own illustration for a subject. */
export const getHeroImage = (subject: Subject) =>
  `/art/${subject.kind === "general" ? GENERAL_ART[subject.area] : subject.service.group}.svg`;

function createWriter(pick: Picker, words: TokenValues): Writer {
  const line: Writer["line"] = (place, wordings) => replaceTokens(pick.one(place, wordings), words);
  return {
    pick,
    line,
    paragraph: (place, sentences) => ({
      type: "paragraph",
      content: sentences.map((wordings, at) => line(`${place} ${at}`, wordings)).join(" "),
    }),
    heading: (place, wordings) => ({ type: "heading", content: line(place, wordings) }),
  };
}

function buildTokens(
  topic: string,
  subject: Subject,
  { names }: Templates,
  pick: Picker,
): TokenValues {
  if (subject.kind === "general") return { topic: titleCase(getPlainTopic(topic) ?? "") };
  const { service } = subject;
  const name = names[service.slug] ?? service.name;
  const common = {
    name,
    work: name.toLowerCase(),
    costs: (service.costs ?? []).map(({ label, range }) => `${label}: ${range}.`).join(" "),
  };
  if (subject.kind === "service")
    return {
      ...common,
      jobs: formatList(
        pick.some("jobs", service.offered.filter(hasNoClaim), LIMITS.jobs).map(lowerFirst),
      ),
    };
  const tips = sortByShare(subject.tree).flatMap(({ preventionTips }) =>
    preventionTips.slice(0, 1),
  );
  return {
    ...common,
    question: subject.tree.title,
    tip: lowerFirst(pick.one("tip", tips.filter(hasNoClaim).slice(0, LIMITS.tipCauses))),
  };
}

/** The topic as used in an article, or null when it contains a claim or would look wrong there. */
function getPlainTopic(topic: string): string | null {
  const text = trimEndOf(topic, /[\s?.!,;:]/);
  return REPEATABLE_TOPIC.test(text) && !hasClaim(text) && !/\s-|-\s/.test(text) ? text : null;
}

type WrittenParts = {
  title: string;
  subtitle: string;
  meta: { title: string; description: string };
  body: Part[];
};

function writeHead(
  { pick, line }: Writer,
  head: { subtitle: string[]; metaTitle: string[]; metaDescription: string[] },
  fill: (text: string) => string,
) {
  const fitting = (wordings: readonly string[], most: number) =>
    wordings.map(fill).filter((text) => text.length <= most);
  return {
    subtitle: line("subtitle", head.subtitle),
    meta: {
      title: pick.one("meta title", fitting(head.metaTitle, META_TITLE_LENGTH)),
      description: pick.one(
        "meta description",
        fitting(head.metaDescription, META_DESCRIPTION_LENGTH),
      ),
    },
  };
}

function writeService(
  writer: Writer,
  { service }: Extract<Subject, { kind: "service" }>,
  templates: Templates,
): WrittenParts {
  const { pick, line, paragraph, heading } = writer;
  const words = templates.service;
  const manner = templates.projects.flat().includes(service.slug) ? words.project : words.repair;
  const image = pick.one("image", templates.images);
  return {
    title: line("title", words.title),
    ...writeHead(writer, words, (text) => line(text, [text])),
    body: [
      paragraph("opening", [manner.opening, ...words.opening]),
      heading("signs heading", words.signsHeading),
      paragraph("signs lead", [words.signsLead, manner.signsAdvice]),
      buildList(pick.some("signs", (service.signs ?? []).filter(hasNoClaim), LIMITS.signs)),
      heading("safety heading", manner.safetyHeading),
      buildList((service.untilArrival ?? []).filter(hasNoClaim)),
      { type: "blockquote", content: line("tip", [...words.tips, ...manner.tips]) },
      heading("price heading", templates.price.heading),
      writePrice(writer, service, templates.price, manner.timing),
      {
        type: "image",
        content: "",
        imageUrl: image.imageUrl,
        imageAlt: image.alt,
        imageCaption: line("caption", templates.captions),
      },
      heading("questions heading", templates.price.questionsHeading),
      buildList(
        pick.some("questions", (service.questions ?? []).filter(hasNoClaim), LIMITS.questions),
      ),
    ],
  };
}

function writeTree(
  writer: Writer,
  { tree, service }: Extract<Subject, { kind: "tree" }>,
  templates: Templates,
): WrittenParts {
  const { pick, line, paragraph, heading } = writer;
  const words = templates.tree;
  const causes = sortByShare(tree).flatMap(({ diagnosis, causes: [cause], nextSteps: [step] }) => [
    `${diagnosis}. ${cause}. First step: ${lowerFirst(step ?? "")}.`,
  ]);
  const looks = tree.questions
    .filter(({ key }) => key !== DANGER_QUESTION)
    .map(({ text }) => text)
    .filter((text) => hasNoClaim(text) && !NEEDS_OPTIONS.test(text));
  // Several answers can mean the same danger: each is listed once.
  const isFirst = ({ headline }: FaultTree["safety"][number], at: number) =>
    tree.safety.findIndex((rule) => rule.headline === headline) === at;
  const dangers = tree.safety
    .filter(isFirst)
    .map(
      ({ headline, causes: [cause = ""], instruction }) =>
        `${headline} (${lowerFirst(cause)}). ${instruction.split("\n", 1)[0]}`,
    );
  return {
    title: tree.title,
    ...writeHead(writer, words, (text) => line(text, [text])),
    body: [
      paragraph("opening", words.opening),
      heading("causes heading", words.causesHeading),
      paragraph("causes lead", words.causesLead),
      buildList(causes.filter(hasNoClaim).slice(0, LIMITS.causes)),
      heading("look heading", words.lookHeading),
      buildList(pick.some("looks", looks, LIMITS.looks)),
      heading("danger heading", words.dangerHeading),
      buildList(dangers),
      { type: "blockquote", content: line("tips", words.tips) },
      heading("price heading", templates.price.heading),
      writePrice(writer, service, templates.price, templates.service.repair.timing, [
        templates.price.questionsLead,
      ]),
      buildList(
        pick.some("questions", (service.questions ?? []).filter(hasNoClaim), LIMITS.questions),
      ),
    ],
  };
}

function writeGeneral(
  writer: Writer,
  { area }: Extract<Subject, { kind: "general" }>,
  templates: Templates,
): WrittenParts {
  const { pick, line, paragraph, heading } = writer;
  const words = templates.general;
  const hasTopic = line("topic", ["{topic}"]) !== "";
  return {
    title: line("title", hasTopic ? words.title : words.titleWithoutTopic),
    ...writeHead(writer, words, (text) => line(text, [text])),
    body: [
      paragraph("opening", words.opening),
      heading("notes heading", words.notesHeading),
      paragraph("notes lead", words.notesLead),
      buildList(pick.some("notes", [...words.notes[area], ...words.notes.any], LIMITS.notes)),
      heading("safety heading", words.safetyHeading),
      buildList(words.safety[area]),
      { type: "blockquote", content: line("tips", words.tips) },
      heading("price heading", templates.price.heading),
      writePrice(writer, {}, templates.price, templates.service.project.timing),
      heading("questions heading", templates.price.questionsHeading),
      buildList(
        pick.some(
          "questions",
          [...words.questions.any, ...words.questions[area]],
          LIMITS.generalQuestions,
        ),
      ),
    ],
  };
}

/** Factors of the price; amounts only when the service's page has them. */
function writePrice(
  { paragraph }: Writer,
  { costs }: Partial<Pick<ServiceFacts, "costs">>,
  price: Templates["price"],
  timing: string[],
  more: string[][] = [],
): Part {
  return paragraph("price", [
    ...(costs?.length ? [price.figures, price.figuresNote] : []),
    price.access,
    timing,
    price.writing,
    ...more,
  ]);
}

const writeHelp = ({ paragraph, heading }: Writer, { help }: Templates): Part[] => [
  heading("help heading", help.heading),
  paragraph("help", help.sentences),
];

const buildList = (items: string[]): Part => ({ type: "list", content: items });
/** Lines of the content files that make no claim. */
const hasNoClaim = (text: string) => !hasClaim(text);
const sortByShare = (tree: FaultTree) => [...tree.causes].sort((a, b) => b.share - a.share);
/** "Leak repair" becomes "leak repair" within a sentence; "AC repair" stays. */
const lowerFirst = (text: string) =>
  /^[A-Z](?:[a-z]|\s)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
const formatList = (items: readonly string[]) =>
  items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")}, and ${items.at(-1)}`;

function listKeywords(topic: string, subject: Subject): string[] {
  const own =
    subject.kind === "tree"
      ? subject.tree.keywords
      : subject.kind === "service"
        ? subject.service.keywords
        : ["local pros", "find a pro", "hire help", "questions to ask"];
  const wanted = getPlainTopic(topic)?.toLowerCase();
  return [...new Set([...(wanted ? [wanted] : []), ...own.filter(hasNoClaim)])].slice(
    0,
    LIMITS.keywords,
  );
}
