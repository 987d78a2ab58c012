import { HtmlValidate } from "html-validate";
import { expect } from "vitest";
import { findRawTokens } from "../raw-tokens.ts";
import { listPaths } from "../sitemap.ts";
import { site, test } from "./http-client.ts";

// Checks validity only, because React decides the style of the markup.
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

type Page = { status: number; html: string; type: string };

const listAttributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map((match) =>
    (match[1] ?? "").replaceAll("&amp;", "&"),
  );
const matchFirst = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";

/** Whether a page has a phone number outside the class that keeps it on one line. */
const hasBreakablePhone = (html: string) =>
  /\(\d{3}\) \d{3}-\d{4}/.test(
    html
      .replace(/^[\s\S]*<body/, "<body")
      .replaceAll("<!-- -->", "")
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<(\w+)[^>]* class="(?:[^"]* )?tel(?: [^"]*)?"[^>]*>[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, ""),
  );

/** Properties that JSON-LD must have, by type. */
const REQUIRED: Record<string, string[]> = {
  Organization: ["name", "url"],
  Service: ["name", "description", "url", "provider"],
  BreadcrumbList: ["itemListElement"],
  Article: ["headline", "dateModified", "publisher"],
  AdvertiserContentArticle: ["headline", "dateModified", "publisher"],
  FAQPage: ["mainEntity"],
  Quiz: ["name", "description", "url"],
};

test("every page of the sitemap and every link on them: found, unique, valid", async ({ send }) => {
  const pages = new Map<string, Promise<Page>>();
  const get = (path: string) => {
    let page = pages.get(path);
    if (!page) {
      page = send(path).then(async (response) => ({
        status: response.status,
        html: await response.text(),
        type: response.headers.get("content-type") ?? "",
      }));
      pages.set(path, page);
    }
    return page;
  };

  const sitemap = (await get("/sitemap.xml")).html;
  const listedPaths = listPaths(sitemap);
  expect(listedPaths.length).toBe(new Set(listedPaths).size);
  // 79 of the catalog, 23 of the resource center, six info pages, two advertorials.
  expect(listedPaths.length).toBeGreaterThanOrEqual(108);
  expect([...sitemap.matchAll(/<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)].length).toBeGreaterThan(
    90,
  );

  const problems: string[] = [];
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  const queue = [...listedPaths];
  const links = new Set<string>();
  for (let path = queue.shift(); path; path = queue.shift()) {
    const { status, html } = await get(path);
    if (status !== 200) problems.push(`${path}: ${status}`);
    const checkUnique = (
      label: string,
      value: string,
      seenValues: Map<string, string>,
      maxLength: number,
    ) => {
      if (!value || value.length > maxLength)
        problems.push(`${path}: ${label} of ${value.length} characters`);
      if (seenValues.has(value))
        problems.push(`${path}: the same ${label} as ${seenValues.get(value)}`);
      seenValues.set(value, path as string);
    };
    checkUnique(
      "title",
      matchFirst(html, /<title>([^<]*)<\/title>/)
        .replaceAll("&amp;", "&")
        .replaceAll("&#x27;", "'"),
      titles,
      60,
    );
    checkUnique(
      "description",
      matchFirst(html, /<meta name="description" content="([^"]*)"/)
        .replaceAll("&amp;", "&")
        .replaceAll("&#x27;", "'"),
      descriptions,
      155,
    );
    // The content of templates, such as the danger screens of a quiz, is not in the document.
    const visibleHtml = html.replace(/<template[\s>][\s\S]*?<\/template>/g, "");
    if ([...visibleHtml.matchAll(/<h1[\s>]/g)].length !== 1) problems.push(`${path}: not one h1`);
    if (
      matchFirst(html, /<link rel="canonical" href="([^"]*)"/) !==
      `${new URL(site()).origin}${path}`
    )
      problems.push(`${path}: another canonical address`);
    for (const token of findRawTokens(html)) problems.push(`${path}: ${token} stands raw`);
    if (hasBreakablePhone(html))
      problems.push(`${path}: a phone number that may break across lines`);
    const ids = listAttributes(visibleHtml, "id");
    if (ids.length !== new Set(ids).size) problems.push(`${path}: an id twice`);
    for (const block of html.matchAll(
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g,
    )) {
      const data = JSON.parse(block[1] ?? "") as Record<string, unknown>;
      const missing = [data["@type"]]
        .flat()
        .flatMap(
          (type) =>
            REQUIRED[String(type)]?.filter((name) => !data[name]) ??
            `a type that is known: ${type}`,
        );
      if (data["@context"] !== "https://schema.org" || missing.length > 0)
        problems.push(`${path}: JSON-LD ${data["@type"]} without ${missing}`);
    }
    const report = await validator.validateString(html);
    for (const message of report.results[0]?.messages ?? [])
      problems.push(`${path}:${message.line}: ${message.ruleId}: ${message.message}`);
    for (const link of [...listAttributes(html, "href"), ...listAttributes(html, "src")])
      if (link.startsWith("/") || link.startsWith("#"))
        links.add(link.startsWith("#") ? path + link : link);
  }

  for (const link of links) {
    const { pathname, search, hash } = new URL(link, "http://site.test");
    const { status, html } = await get(pathname + search);
    if (status !== 200) problems.push(`link to ${link}: ${status}`);
    if (hash && !listAttributes(html, "id").includes(decodeURIComponent(hash.slice(1))))
      problems.push(`link to ${link}: no such place on the page`);
  }
  expect(problems).toEqual([]);
});

/** Pages that are not in the sitemap, and functions with valid and invalid requests. */
const OUTSIDE_SITEMAP: [path: string, body?: string][] = [
  ["/quote"],
  ["/quote?service=plumbing"],
  ["/search?q=meet"],
  ["/search?q=nothing-that-exists"],
  ["/quiz/ac-not-cooling?a=1:0"],
  ["/quiz/no-such-quiz"],
  ["/articles/no-such-article"],
  ["/resources/no-such-category"],
  ["/no-such-page"],
  ["/offline"],
  ["/offers/no-such-key"],
  ["/stop"],
  ["/stop?done=company"],
  ["/stop/no-such-key"],
  ["/backyard"],
  ["/oauth/exchange"],
  ["/sitemap.xml"],
  ["/functions/v1/search?q=henry"],
  ["/functions/v1/coverage?zip=90210&service=roofing"],
  ["/functions/v1/coverage?zip=00000&service=roofing"],
  ["/functions/v1/quote-form?service=plumbing"],
  ["/functions/v1/contact-sync"],
  ["/functions/v1/contact-sync", "{}"],
  ["/functions/v1/event", "no-such-event"],
  ["/functions/v1/get-provider-billing", "{}"],
  ["/webhooks/highlevel", "{}"],
];

test("no other page and no function response shows a raw token", async ({ send }) => {
  for (const [path, body] of OUTSIDE_SITEMAP) {
    const response = await send(
      path,
      body === undefined
        ? {}
        : {
            method: "POST",
            body,
            headers: { "Content-Type": "application/json", Origin: site() },
          },
    );
    expect.soft(findRawTokens(await response.text()), path).toEqual([]);
  }
});

test("every page has its own sharing image", async ({ send }) => {
  for (const path of [
    "/",
    "/home-services/plumbing",
    "/resources/guides-tips/vehicle-care-guide",
    "/articles/clogged-toilets",
  ]) {
    const html = await (await send(path)).text();
    const address = matchFirst(html, /<meta property="og:image" content="([^"]*)"/);
    const image = await send(new URL(address).pathname);
    expect(image.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await image.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const etag = image.headers.get("etag") ?? "";
    expect(
      (await send(new URL(address).pathname, { headers: { "If-None-Match": etag } })).status,
    ).toBe(304);
  }
  expect((await send("/og/no/such/page.png")).status).toBe(404);
});

/** Text that the specification requires on pages. */
const FACTS: Record<string, string[]> = {
  "/home-services/air-conditioning": [
    "$100-$200",
    "$300-$1,500",
    "$3,000-$8,000",
    "50-70%",
    "SEER 16",
  ],
  "/home-services/heating": ["$100-$250", "$300-$2,000", "$3,000-$10,000", "40-60%", "AFUE 90%"],
  "/home-services/plumbing": ["$100-$300", "$500-$5,000+", "8-12 years"],
  "/home-services/electrician": ["$100-$300", "$1,000-$10,000+"],
  "/home-services/roofing": ["$300-$1,500", "$8,000-$25,000"],
  "/home-services/basement-remodeling": ["$20,000 to $50,000", "$75,000 or more", "70-80%"],
  "/resources/guides-tips/energy-saving-tips": ["68°F", "78°F", "120°F"],
  "/resources/guides-tips/emergency-preparedness": [
    "Power Outages",
    "Water Leaks",
    "HVAC Failures",
    "Gas Leaks",
    "1 gallon of water",
  ],
  "/resources/guides-tips/vehicle-care-guide": [
    "Every 3,000-5,000 miles",
    "Every 6 months",
    "Every 12 months",
    "Every 2-3 years",
  ],
  "/resources/guides-tips/contractor-selection": [
    "3-5 references",
    "Critical",
    "Important",
    "Helpful",
  ],
  "/resources/support-faqs/how-it-works": ["$0"],
  "/contact-us": ["24/7", "7 AM - 9 PM", "within 24 hours", "All major US cities"],
};

test("every number of the specification is on its page", async ({ send }) => {
  for (const [path, facts] of Object.entries(FACTS)) {
    const words = (await (await send(path)).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    for (const text of facts) expect.soft(words, path).toContain(text);
  }
});
