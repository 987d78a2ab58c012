import { Marked } from "marked";
import { splitPhones } from "./split-phones.ts";

const marked = new Marked({ gfm: true, breaks: false });

/**
 * Renders our own Markdown files to HTML; phone numbers stay on one line. Never for text that a
 * visitor or staff member typed.
 */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false });
  return splitPhones(html)
    .map((part, index) => (index % 2 === 1 ? `<span class="tel">${part}</span>` : part))
    .join("");
}
