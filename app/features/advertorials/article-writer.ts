import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { replaceTokens } from "#app/lib/replace-tokens.ts";
import { toTitleCase, trimEndWhere } from "#app/lib/text.ts";
import type { ArticleSection } from "./article-schema.ts";
import { hasClaim } from "./check-article.ts";
import { createPicker, type Picker } from "./pick-wording.ts";
import type { Templates } from "./template-schema.ts";

/** The subject of an article, with everything known about it. */
export type Subject =
  | { kind: "tree"; tree: FaultTree; service: ServiceFacts }
  | { kind: "service"; service: ServiceFacts }
  | { kind: "general"; area: "home" | "auto" };

/** Maximum numbers of a service's jobs, and of causes whose tips may be given. */
const MAX_JOBS = 3;
const MAX_TIP_CAUSES = 4;
/** A topic that is longer or contains other characters is not repeated in the article. */
const REPEATABLE_TOPIC = /^[\p{L}\p{N}][\p{L}\p{N} '’&,/-]{1,39}$/u;

export type Part = Omit<ArticleSection, "id">;
type TokenValues = Readonly<Record<string, string>>;
export type Writer = {
  pick: Picker;
  line: (place: string, wordings: readonly string[]) => string;
  paragraph: (place: string, sentences: readonly (readonly string[])[]) => Part;
  heading: (place: string, wordings: readonly string[]) => Part;
};

/** The writer of an article: the same topic picks the same wordings. */
export function createWriter(topic: string, subject: Subject, templates: Templates): Writer {
  const pick = createPicker(`${subject.kind} ${topic.toLowerCase()}`);
  const words = buildTokens(topic, subject, templates, pick);
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
  if (subject.kind === "general") return { topic: toTitleCase(getPlainTopic(topic) ?? "") };
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
        pick.some("jobs", service.offered.filter(hasNoClaim), MAX_JOBS).map(lowerFirst),
      ),
    };
  const tips = sortByShare(subject.tree).flatMap(({ preventionTips }) =>
    preventionTips.slice(0, 1),
  );
  return {
    ...common,
    question: subject.tree.title,
    tip: lowerFirst(pick.one("tip", tips.filter(hasNoClaim).slice(0, MAX_TIP_CAUSES))),
  };
}

/** The topic as used in an article, or null when it contains a claim or would look wrong there. */
export function getPlainTopic(topic: string): string | null {
  const text = trimEndWhere(topic, /[\s?.!,;:]/);
  return REPEATABLE_TOPIC.test(text) && !hasClaim(text) && !/\s-|-\s/.test(text) ? text : null;
}

/** Lines of the content files that make no claim. */
export const hasNoClaim = (text: string) => !hasClaim(text);
export const sortByShare = (tree: FaultTree) => [...tree.causes].sort((a, b) => b.share - a.share);
/** "Leak repair" becomes "leak repair" within a sentence; "AC repair" stays. */
export const lowerFirst = (text: string) =>
  /^[A-Z](?:[a-z]|\s)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
const formatList = (items: readonly string[]) =>
  items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")}, and ${items.at(-1)}`;
