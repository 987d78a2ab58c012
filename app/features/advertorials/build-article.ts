import type { ArticleContent } from "./article-schema.ts";
import { createWriter, getPlainTopic, hasNoClaim, type Subject } from "./article-writer.ts";
import type { Templates } from "./template-schema.ts";
import { writeGeneral, writeHelp, writeService, writeTree } from "./write-parts.ts";

const MAX_KEYWORDS = 8;

/**
 * Builds an article about a subject from the content files alone. The same topic gives the same
 * article; other topics use other wordings.
 */
export function buildArticle(
  topic: string,
  subject: Subject,
  templates: Templates,
): ArticleContent {
  const writer = createWriter(topic, subject, templates);
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

const GENERAL_IMAGE = { home: "home-services", auto: "auto" } as const;

/** The site's own illustration for a subject. */
export const getHeroImage = (subject: Subject) =>
  `/art/${subject.kind === "general" ? GENERAL_IMAGE[subject.area] : subject.service.group}.svg`;

function listKeywords(topic: string, subject: Subject): string[] {
  const own =
    subject.kind === "tree"
      ? subject.tree.keywords
      : subject.kind === "service"
        ? subject.service.keywords
        : ["local pros", "find a pro", "hire help", "questions to ask"];
  const ownWord = getPlainTopic(topic)?.toLowerCase();
  return [...new Set([...(ownWord ? [ownWord] : []), ...own.filter(hasNoClaim)])].slice(
    0,
    MAX_KEYWORDS,
  );
}
