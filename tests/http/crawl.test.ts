import { HtmlValidate } from "html-validate";
import { expect } from "vitest";
import { findRawTokens } from "../raw-tokens.ts";
import { listPaths } from "../sitemap.ts";
import { site, test } from "./http-client.ts";

// Validity by the HTML standard; how markup is written is React's business.
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

type Page = { status: number; html: string; type: string };

const attribute = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map((match) =>
    (match[1] ?? "").replaceAll("&amp;", "&"),
  );
const textOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";

/**
 * Whether a phone number stands in the words of a page outside the class that keeps it on one line.
 */
const hasBreakablePhone = (html: string) =>
  /\(\d{3}\) \d{3}-\d{4}/.test(
    html
      .replace(/^[\s\S]*<body/, "<body")
      .replaceAll("<!-- -->", "")
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<(\w+)[^>]* class="(?:[^"]* )?tel(?: [^"]*)?"[^>]*>[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, ""),
  );

/** What JSON-LD of a type must have to say anything. */
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
  const seen = new Map<string, Promise<Page>>();
  const get = (path: string) => {
    let page = seen.get(path);
    if (!page) {
      page = send(path).then(async (response) => ({
        status: response.status,
        html: await response.text(),
        type: response.headers.get("content-type") ?? "",
      }));
      seen.set(path, page);
    }
    return page;
  };

  const sitemap = (await get("/sitemap.xml")).html;
  const listed = listPaths(sitemap);
  expect(listed.length).toBe(new Set(listed).size);
  // 79 of the catalog, 23 of the resource center, six info pages, two advertorials.
  expect(listed.length).toBeGreaterThanOrEqual(108);
  expect([...sitemap.matchAll(/<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)].length).toBeGreaterThan(
    90,
  );

  const problems: string[] = [];
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  const queue = [...listed];
  const linked = new Set<string>();
  for (let path = queue.shift(); path; path = queue.shift()) {
    const { status, html } = await get(path);
    if (status !== 200) problems.push(`${path}: ${status}`);
    const unique = (what: string, value: string, known: Map<string, string>, longest: number) => {
      if (!value || value.length > longest)
        problems.push(`${path}: ${what} of ${value.length} characters`);
      if (known.has(value)) problems.push(`${path}: the same ${what} as ${known.get(value)}`);
      known.set(value, path as string);
    };
    unique(
      "title",
      textOf(html, /<title>([^<]*)<\/title>/)
        .replaceAll("&amp;", "&")
        .replaceAll("&#x27;", "'"),
      titles,
      60,
    );
    unique(
      "description",
      textOf(html, /<meta name="description" content="([^"]*)"/)
        .replaceAll("&amp;", "&")
        .replaceAll("&#x27;", "'"),
      descriptions,
      155,
    );
    // What waits in templates, such as the danger screens of a quiz, is not in the document.
    const shown = html.replace(/<template[\s>][\s\S]*?<\/template>/g, "");
    if ([...shown.matchAll(/<h1[\s>]/g)].length !== 1) problems.push(`${path}: not one h1`);
    if (textOf(html, /<link rel="canonical" href="([^"]*)"/) !== `${new URL(site()).origin}${path}`)
      problems.push(`${path}: another canonical address`);
    for (const token of findRawTokens(html)) problems.push(`${path}: ${token} stands raw`);
    if (hasBreakablePhone(html))
      problems.push(`${path}: a phone number that may break across lines`);
    const ids = attribute(shown, "id");
    if (ids.length !== new Set(ids).size) problems.push(`${path}: an id twice`);
    for (const block of html.matchAll(
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g,
    )) {
      const thing = JSON.parse(block[1] ?? "") as Record<string, unknown>;
      const missing = [thing["@type"]]
        .flat()
        .flatMap(
          (type) =>
            REQUIRED[String(type)]?.filter((name) => !thing[name]) ??
            `a type that is known: ${type}`,
        );
      if (thing["@context"] !== "https://schema.org" || missing.length > 0)
        problems.push(`${path}: JSON-LD ${thing["@type"]} without ${missing}`);
    }
    const report = await validator.validateString(html);
    for (const message of report.results[0]?.messages ?? [])
      problems.push(`${path}:${message.line}: ${message.ruleId}: ${message.message}`);
    for (const link of [...attribute(html, "href"), ...attribute(html, "src")])
      if (link.startsWith("/") || link.startsWith("#"))
        linked.add(link.startsWith("#") ? path + link : link);
  }

  for (const link of linked) {
    const { pathname, search, hash } = new URL(link, "http://site.test");
    const { status, html } = await get(pathname + search);
    if (status !== 200) problems.push(`link to ${link}: ${status}`);
    if (hash && !attribute(html, "id").includes(decodeURIComponent(hash.slice(1))))
      problems.push(`link to ${link}: no such place on the page`);
  }
  expect(problems).toEqual([]);
});

/** Pages beside the sitemap, and answers of functions, right and wrong ones. */
const BESIDE_SITEMAP: [path: string, body?: string][] = [
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
  for (const [path, body] of BESIDE_SITEMAP) {
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
    const address = textOf(html, /<meta property="og:image" content="([^"]*)"/);
    const picture = await send(new URL(address).pathname);
    expect(picture.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const etag = picture.headers.get("etag") ?? "";
    expect(
      (await send(new URL(address).pathname, { headers: { "If-None-Match": etag } })).status,
    ).toBe(304);
  }
  expect((await send("/og/no/such/page.png")).status).toBe(404);
});

/** What the specification says the pages say. */
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
    for (const fact of facts) expect.soft(words, path).toContain(fact);
  }
});
