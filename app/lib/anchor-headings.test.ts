import { expect, test } from "vitest";
import { anchorHeadings } from "./anchor-headings.ts";

test("each heading can be linked to, and the text stays word for word", () => {
  const html =
    "<h2>What &quot;sell&quot; means</h2>\n<p>A &amp; B</p>\n<h3>Small</h3>\n<h2>Contact</h2>";
  const anchored = anchorHeadings(html);
  expect(anchored.headings).toEqual([
    { id: "what-sell-means", text: 'What "sell" means' },
    { id: "contact", text: "Contact" },
  ]);
  expect(anchored.html).toContain('<h2 id="contact">Contact</h2>');
  expect(anchored.html.replace(/ id="[^"]*"/g, "")).toBe(html);
});
