import { toTitleCase } from "#app/lib/text.ts";
import type { ArticleContent } from "../article-schema.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "../constants.ts";
import { hasNoClaim, nameTrade } from "./article-parts.ts";
import type { Subject } from "./article-subject.ts";
import { type ArticleTexts, fill } from "./article-texts.ts";
import { shortenToWholeWords } from "./model-answers.ts";
import { lowerWords, nameWork, writeService } from "./write-service.ts";
import { nameKinds, writeTree } from "./write-tree.ts";

const MAX_KEYWORDS = 8;

/**
 * Builds an article about a subject from the content files alone: nearly every sentence was written
 * for the fault tree or the service. The same subject gives the same article.
 */
export function buildArticle(subject: Subject, texts: ArticleTexts): ArticleContent {
  const { title, subtitle, meta, body, keywords } =
    subject.kind === "tree" ? buildTree(subject, texts) : buildService(subject, texts);
  const trade = nameTrade(subject.service.trade);
  return {
    meta: {
      title: shortenToWholeWords(meta.title, META_TITLE_LENGTH),
      description: shortenToWholeWords(meta.description, META_DESCRIPTION_LENGTH),
      keywords: listKeywords(subject.phrase, keywords),
    },
    hero: { title, subtitle, imageUrl: getHeroImage(subject) },
    sections: body.map((part, at) => ({ id: `s${at + 1}`, ...part })),
    cta: {
      title: toTitleCase(fill(texts.cta.title, { trade })),
      subtitle: texts.cta.subtitle,
      phone: "",
    },
  };
}

/** The words of the topic first; AC and ac are the same. */
function listKeywords(phrase: string | null, keywords: readonly string[]): string[] {
  const all = phrase ? [phrase, ...keywords] : keywords;
  return all
    .filter((keyword, at) => {
      const isSame = (other: string) => other.toLowerCase() === keyword.toLowerCase();
      return hasNoClaim(keyword) && all.findIndex(isSame) === at;
    })
    .slice(0, MAX_KEYWORDS);
}

function buildTree(subject: Extract<Subject, { kind: "tree" }>, texts: ArticleTexts) {
  const { tree, service } = subject;
  return {
    title: tree.title,
    subtitle: fill(texts.tree.subtitle, nameKinds(tree, texts)),
    meta: {
      title: tree.title,
      description: fill(texts.tree.metaDescription, {
        ...nameKinds(tree, texts),
        title: tree.title,
        trade: nameTrade(service.trade),
      }),
    },
    body: writeTree(subject, texts),
    keywords: tree.keywords,
  };
}

function buildService(subject: Extract<Subject, { kind: "service" }>, texts: ArticleTexts) {
  const { service, prices } = subject;
  const name = nameWork(service, texts);
  const words = {
    Work: toTitleCase(name),
    work: lowerWords(name),
    trade: nameTrade(service.trade),
  };
  return {
    title: fill(prices.length > 0 ? texts.service.titleWithCosts : texts.service.title, words),
    subtitle: service.heroText,
    meta: {
      title: fill(texts.service.metaTitle, words),
      description: fill(texts.service.metaDescription, words),
    },
    body: writeService(subject, texts),
    keywords: service.keywords,
  };
}

/** The site's own illustration for a subject. */
export const getHeroImage = ({ service }: Pick<Subject, "service">) => `/art/${service.group}.svg`;
