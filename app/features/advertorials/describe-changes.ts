import { compareLists } from "#app/features/content-editor/compare-lists.ts";
import type { Difference } from "#app/features/content-editor/editor-schema.ts";
import {
  type Conflict,
  type Json,
  mergeChanges,
} from "#app/features/content-editor/merge-changes.ts";
import {
  type ArticleSection,
  type ArticleValues,
  getSectionText,
  SECTION_NAMES,
} from "./article-schema.ts";

const LABELS: Record<string, string> = {
  title: "Title",
  slug: "URL slug",
  isActive: "Active",
  "content/meta/title": "SEO title",
  "content/meta/description": "Meta description",
  "content/meta/keywords": "Keywords",
  "content/hero/title": "Hero title",
  "content/hero/subtitle": "Hero subtitle",
  "content/hero/imageUrl": "Hero image",
  "content/cta/title": "Call to action, title",
  "content/cta/subtitle": "Call to action, subtitle",
  "content/cta/phone": "Call to action, phone",
};
const PARTS: Record<string, string> = {
  imageUrl: "image URL",
  imageAlt: "alt text",
  imageCaption: "caption",
  type: "kind",
};

function formatFieldValue(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value.every((entry) => typeof entry === "string")
      ? value.join("\n")
      : `${value.length} ${value.length === 1 ? "section" : "sections"}`;
  return String(value);
}

const formatSectionLabel = ({ type }: ArticleSection, at: number) =>
  `Section ${at + 1} (${SECTION_NAMES[type].toLowerCase()})`;

type Versions = { theirs: ArticleValues; mine: ArticleValues };

/**
 * Describes the fields of a merge's conflicts. Sections are numbered as in mine, or else as in
 * theirs.
 */
export function describeConflicts(
  conflicts: readonly Conflict[],
  { theirs, mine }: Versions,
): Difference[] {
  return conflicts.map(({ path, ...values }) => {
    const key = path.join("/");
    const shown = {
      key,
      theirs: formatFieldValue(values.theirs),
      mine: formatFieldValue(values.mine),
    };
    const [, , id, part = ""] = path;
    const places = [mine, theirs].map(({ content: { sections } }) => ({
      sections,
      at: sections.findIndex((section) => section.id === id),
    }));
    const place = places.find(({ at }) => at >= 0);
    const section = place?.sections[place.at];
    if (!place || !section) return { ...shown, label: LABELS[key] ?? "Sections" };
    return {
      ...shown,
      label: formatSectionLabel(section, place.at) + (PARTS[part] ? `, ${PARTS[part]}` : ""),
    };
  });
}

/** Lists the differences between an earlier version (`theirs`) and the current values (`mine`). */
export function listDifferences(earlier: ArticleValues, now: ArticleValues): Difference[] {
  const { conflicts } = mergeChanges({ base: {} as ArticleValues, theirs: earlier, mine: now });
  const named = ({ content: { sections } }: ArticleValues) =>
    sections.map((section, at) => ({
      key: `content/sections/${section.id}`,
      label: formatSectionLabel(section, at),
      text: getSectionText(section) || (section.imageUrl ?? ""),
    }));
  return [
    ...describeConflicts(conflicts, { theirs: earlier, mine: now }),
    ...compareLists(named(earlier), named(now), { key: "content/sections", label: "Sections" }),
  ];
}
