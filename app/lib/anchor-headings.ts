export type AnchoredHeading = { id: string; text: string };

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};
const readText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:amp|quot|#39|lt|gt);/g, (name) => ENTITIES[name] ?? name);
const toId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/**
 * Gives each `<h2>` of HTML that was rendered from our own Markdown an id made from its words, and
 * lists them for a table of contents.
 */
export function anchorHeadings(html: string): { html: string; headings: AnchoredHeading[] } {
  const headings: AnchoredHeading[] = [];
  const anchored = html.replace(/<h2>(.*?)<\/h2>/g, (_, inner: string) => {
    const text = readText(inner);
    const id = toId(text);
    headings.push({ id, text });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return { html: anchored, headings };
}
