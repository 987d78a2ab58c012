import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import {
  DANGER_QUESTION,
  type FaultTree,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import {
  hasNoClaim,
  lowerFirst,
  type Part,
  type Subject,
  sortByShare,
  type Writer,
} from "./article-writer.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "./constants.ts";
import type { Templates } from "./template-schema.ts";

const LIMITS = {
  signs: 4,
  questions: 4,
  causes: 4,
  looks: 4,
  notes: 5,
  generalQuestions: 5,
} as const;
/** Questions that are only understandable with their answer options. */
const NEEDS_OPTIONS = /\b(?:these|which words|true|fits?)\b/i;

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
  const listFitting = (wordings: readonly string[], maxLength: number) =>
    wordings.map(fill).filter((text) => text.length <= maxLength);
  return {
    subtitle: line("subtitle", head.subtitle),
    meta: {
      title: pick.one("meta title", listFitting(head.metaTitle, META_TITLE_LENGTH)),
      description: pick.one(
        "meta description",
        listFitting(head.metaDescription, META_DESCRIPTION_LENGTH),
      ),
    },
  };
}

export function writeService(
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

export function writeTree(
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

export function writeGeneral(
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

export const writeHelp = ({ paragraph, heading }: Writer, { help }: Templates): Part[] => [
  heading("help heading", help.heading),
  paragraph("help", help.sentences),
];

const buildList = (items: string[]): Part => ({ type: "list", content: items });
