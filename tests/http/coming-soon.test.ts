import { expect } from "vitest";
import { POLICIES } from "#app/features/auth/policies.ts";
import { listPaths } from "../sitemap.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";

/** The two places where the specification wants it. */
const REVIEW = "/resources/support-faqs/submit-a-review";
const APPLICATION = "The full application is coming soon.";

const linksOf = (html: string) =>
  [...html.matchAll(/\shref="(\/[^"#?]*)/g)].map((match) => match[1] ?? "");

/**
 * Everything a visitor may read or hear: text and attributes, without the link to the review page,
 * which says it rightly.
 */
const words = (html: string) =>
  html
    .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, "")
    .replaceAll(new RegExp(`<a [^>]*href="${REVIEW}"[\\s\\S]*?</a>`, "g"), "")
    .replaceAll(/\s+/g, " ");

test('nothing on the public site is "coming soon" but reviews and the provider application', async ({
  send,
}) => {
  const sitemap = await (await send("/sitemap.xml")).text();
  const queue = listPaths(sitemap);
  const seen = new Set(queue);
  const found: string[] = [];
  for (let path = queue.shift(); path; path = queue.shift()) {
    const response = await send(path);
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await response.text();
    for (const link of linksOf(html)) {
      if (seen.has(link)) continue;
      seen.add(link);
      queue.push(link);
    }
    const text = words(html);
    if (path !== REVIEW)
      found.push(
        ...[...text.matchAll(/.{0,60}coming soon.{0,20}/gi)].map(([place]) => `${path}: ${place}`),
      );
  }
  expect(seen.has(REVIEW)).toBe(true);
  const application = found.filter(
    (place) => place.startsWith("/provider-signup: ") && place.includes(APPLICATION.slice(0, -1)),
  );
  expect(application.length).toBeGreaterThan(0);
  expect(found.filter((place) => !application.includes(place))).toEqual([]);
});

/** Streams, files and the way out are no pages. */
const NO_PAGE = /stream$|sign-out$|\.csv$|\/export$/;
/** A page of each kind is enough: `/editor/leaky-tap` stands for all editors. */
const kindOf = (path: string) =>
  path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ":id").replace(/\/editor\/[^/]+/, "/editor/:slug");

test('nothing in the portal and on the OAuth pages is "coming soon"', async ({ send, db }) => {
  const { headers } = await createSignedInStaff(db, "superadmin");
  const queue = Object.keys(POLICIES).filter(
    (pattern) => !/[:*]/.test(pattern) && pattern !== "/backyard",
  );
  const seen = new Set(queue);
  const read: string[] = [];
  const found: string[] = [];
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (NO_PAGE.test(path)) continue;
    const response = await send(path, { headers });
    if (response.status !== 200 || !response.headers.get("content-type")?.startsWith("text/html"))
      continue;
    read.push(path);
    const html = await response.text();
    for (const link of linksOf(html)) {
      const kind = kindOf(link);
      if (!/^\/(?:backyard|oauth)\//.test(link) || seen.has(kind)) continue;
      seen.add(kind);
      queue.push(link);
    }
    found.push(
      ...[
        ...words(html).matchAll(/.{0,60}(?:coming soon|opens soon|under construction).{0,20}/gi),
      ].map(([place]) => `${path}: ${place}`),
    );
  }
  expect(read).toEqual(
    expect.arrayContaining([
      "/backyard/dashboard",
      "/backyard/advertorials",
      "/backyard/media",
      "/backyard/settings/integrations",
      "/oauth/callback",
      "/oauth/exchange",
    ]),
  );
  expect(read.length).toBeGreaterThan(18);
  expect(found).toEqual([]);
});
