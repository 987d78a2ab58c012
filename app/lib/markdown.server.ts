import { Marked } from "marked";

const marked = new Marked({ gfm: true, breaks: false });

/** HTML of our own Markdown files. Never for text that a visitor or staff member typed. */
export function renderMarkdown(text: string): string {
  return marked.parse(text, { async: false });
}
