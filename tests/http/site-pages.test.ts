import { expect } from "vitest";
import type { SearchResponse } from "#app/features/search/schema.ts";
import { test } from "./http-client.ts";
import { createVisitor, findLink, readText } from "./visitor.ts";

test("the resource center shows at most five resources per category, and popular ones with the button of their type", async () => {
  const { html } = await createVisitor().open("/resources");
  const categories = html
    .slice(html.indexOf('aria-label="Categories"'))
    .split("</section>")[0]
    ?.split("<ul")
    .slice(2);
  expect(categories).toHaveLength(4);
  for (const card of categories ?? []) {
    const items = card.split("</ul>")[0]?.match(/<li/g)?.length ?? 0;
    expect(items).toBeGreaterThan(0);
    expect(items).toBeLessThanOrEqual(5);
  }
  for (const [label, path] of [
    ["Take Quiz: AC Not Cooling Quiz", "/quiz/ac-not-cooling"],
    ["Try Calculator: Project Cost Estimator", "/resources/tools-calculators"],
    ["Read Guide: Home Maintenance Checklist", "/resources/guides-tips"],
    ["Get Free Quote", "/contact-us"],
  ] as const)
    expect(findLink(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "", label), label).toBe(path);
});

test("the script of a content page is async, after all that it needs; on a page with React it is deferred", async () => {
  const find = async (path: string) => {
    const { html } = await createVisitor().open(path);
    const [tag = "", ...more] = html.match(/<script\b[^>]* data-enhance=""[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    expect(html.indexOf(tag)).toBeGreaterThan(html.indexOf("</footer>"));
    return tag;
  };
  expect(await find("/resources")).toMatch(/ async=""/);
  expect(await find("/quote")).not.toMatch(/ async=""/);
});

test("without JavaScript, a coming-soon resource is a page that says so", async () => {
  const visitor = createVisitor();
  const { html } = await visitor.open("/resources/support-faqs");
  const path = /<a\b[^>]*href="([^"]*submit-a-review[^"]*)"/.exec(html)?.[1] ?? "";
  const page = await visitor.open(path);
  expect(readText(/<h1[^>]*>.*?<\/h1>/.exec(page.html)?.[0] ?? "").trim()).toBe("Submit a Review");
  expect(page.text).toContain("This page is coming soon.");
});

test("a search for an emergency says what to do before any result, and offers no phone but 911", async () => {
  const visitor = createVisitor();
  const { html, text } = await visitor.open("/search?q=gas+smell+in+kitchen");
  expect(readText(/<h1[^>]*>.*?<\/h1>/.exec(html)?.[0] ?? "").trim()).toBe("Possible gas leak");
  expect(text.indexOf("Get everyone outside now")).toBeGreaterThan(0);
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const folded = main.slice(main.indexOf("<details"));
  expect(main).toContain('href="tel:911"');
  expect(main.slice(0, main.indexOf("<details"))).not.toMatch(/href="(?:tel:(?!911)|\/quote)/);
  expect(folded).toContain('name="q"');
  expect((await visitor.open("/search?q=gas+grill")).text).not.toContain("do this now");
});

test("words that say to call 911 start that call", async () => {
  const visitor = createVisitor();
  for (const path of [
    "/auto",
    "/auto/auto-repair",
    "/home-services/heating-cooling",
    "/auto/auto-body-repair",
    "/resources/guides-tips/emergency-preparedness",
  ]) {
    const main = /<main[\s\S]*<\/main>/.exec((await visitor.open(path)).html)?.[0] ?? "";
    expect(main, path).toMatch(/<a [^>]*href="tel:911"[^>]*>call 911<\/a>/);
  }
});

test("a phone number in a sentence of a resource page starts the call", async () => {
  const visitor = createVisitor();
  for (const path of ["/resources", "/resources/support-faqs/faq"]) {
    const main = /<main[\s\S]*<\/main>/.exec((await visitor.open(path)).html)?.[0] ?? "";
    expect(main, path).toMatch(/<p [^>]*>[^<]*\bcall <a href="tel:\+1\d{10}"/i);
  }
});

test("while somebody types an emergency, the first suggestion leads to what to do", async ({
  send,
}) => {
  const suggest = async (query: string): Promise<SearchResponse> =>
    (await send(`/functions/v1/search?q=${encodeURIComponent(query)}`)).json();
  const [first, ...others] = (await suggest("carbon monoxide alarm going off")).hits;
  expect(first).toMatchObject({
    kind: "Emergency",
    name: "Possible carbon monoxide: what to do now",
    path: "/search?q=carbon+monoxide+alarm+going+off",
  });
  expect(others.length).toBeLessThan(8);
  expect((await suggest("furnace")).hits.map(({ kind }) => kind)).not.toContain("Emergency");
});

test("an advertorial is labeled next to its headline, and its examples as illustrative", async () => {
  for (const slug of ["henry-helpline", "clogged-toilets"]) {
    const { html } = await createVisitor().open(`/articles/${slug}`);
    const head = /<article[^>]*><header[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
    expect(readText(head)).toContain("Advertorial");
    expect(readText(head)).toContain("Paid advertisement");
    expect(findLink(head, "Call (800) 555-0199")).toBe("tel:+18005550199");
    expect(html.match(/Illustrative example, not a real customer/g)).toHaveLength(3);
  }
});

test("without JavaScript the search is a page, which shows hostile text as text", async () => {
  const visitor = createVisitor();
  expect((await visitor.open("/")).html).toMatch(/<a\b[^>]*href="\/search"/);
  expect((await visitor.open("/search")).html).toMatch(/<form[^>]*action="\/search"/);
  const results = await visitor.open("/search?q=clogged+tolet");
  expect(results.text).toContain("clogged tolet");
  const firstResult = /<main[\s\S]*?<li\b[\s\S]*?<\/main>/.exec(results.html)?.[0] ?? "";
  expect(readText(firstResult)).toContain("Plumbing");
  const hostile = await visitor.open("/search?q=%3Cscript%3Ealert(1)%3C/script%3E");
  expect(hostile.html).not.toContain("<script>alert(1)");
  expect(hostile.text).toContain("<script>alert(1)</script>");
});

test("each link to an advertorial in the resource center says what it is", async () => {
  for (const path of ["/resources", "/resources/articles-quizzes"]) {
    const { html } = await createVisitor().open(path);
    const main = html.slice(html.indexOf("<main"));
    const items = main.match(/<li[^>]*>(?:(?!<li)[\s\S])*?<\/li>/g) ?? [];
    const links = items.filter((item) => item.includes('href="/articles/'));
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(readText(link)).toContain("Advertorial");
  }
});

test("an advertorial lists its parts and what the job costs beside its text", async () => {
  const { html } = await createVisitor().open("/articles/clogged-toilets");
  const aside = /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? "";
  const parts = [...aside.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(parts.length).toBeGreaterThan(4);
  for (const id of parts) expect(html).toContain(`<h2 id="${id}"`);
  expect(readText(aside)).toContain("$100-$300");
  expect(findLink(aside, "Get Free Quote")).toBe("/quote?service=plumbing");
});

test("professionals see an example of an offer without a person, and what a lead costs", async () => {
  const { text, html } = await createVisitor().open("/provider-signup");
  expect(text).toContain("Plumbing in Decatur 30030");
  expect(text).toContain("Call me at [hidden].");
  expect(text).toContain("Accepting a lead takes 25 credits");
  expect(text).toContain("$25.00 a lead");
  const example = /<figure[\s\S]*?<\/figure>/.exec(html)?.[0] ?? "";
  expect(readText(example)).toMatch(/Example[\s\S]*Accept for 25 credits/);
  expect(example).not.toMatch(/<(?:button|a) /);
});

test("a legal page has a link to each of its parts", async () => {
  for (const path of ["/privacy-policy", "/terms-of-service", "/do-not-sell"]) {
    const { html } = await createVisitor().open(path);
    const contents = /<nav aria-labelledby="contents-title"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
    const ids = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(8);
    for (const id of ids) expect(html).toContain(`<h2 id="${id}"`);
  }
});
