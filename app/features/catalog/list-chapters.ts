import type { ServiceCopy } from "./schema.ts";

/** A part of a service's long text: paragraphs, and lists of items. */
export type Chapter = { heading: string; parts: (string | string[])[] };

/** The chapters of a service's long text, without marks of emphasis; links stay as they are. */
export const listChapters = ({ body, copy }: { body: string; copy?: ServiceCopy }): Chapter[] =>
  copy
    ? [
        { heading: copy.mainTitle, parts: copy.mainContent },
        ...copy.sections.map(({ title, paragraphs }) => ({ heading: title, parts: paragraphs })),
      ]
    : body
        .split(/^## /m)
        .slice(1)
        .map((chapter) => {
          const [heading = "", ...lines] = chapter.split("\n");
          return {
            heading: plain(heading),
            parts: lines.join("\n").split("\n\n").flatMap(toPart),
          };
        });

const ITEM = /^(?:[-*]|\d+\.) +/;
const plain = (text: string) =>
  text
    .replace(/\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim();

function toPart(block: string): (string | string[])[] {
  const lines = block.trim().split("\n");
  if (!lines[0]?.trim()) return [];
  if (lines.every((line) => ITEM.test(line.trim())))
    return [lines.map((line) => plain(line.trim().replace(ITEM, "")))];
  return [plain(block.replace(/^### /, ""))];
}
