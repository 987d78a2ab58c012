import { expect } from "vitest";
import { POLICIES } from "#app/features/auth/policies.ts";
import { listPaths } from "../sitemap.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";

/** The two places that are coming soon according to the specification. */
const REVIEW = "/resources/support-faqs/submit-a-review";
const APPLICATION = "The full application is coming soon.";

const listLinks = (html: string) =>
  [...html.matchAll(/\shref="(\/[^"#?]*)/g)].map((match) => match[1] ?? "");

/** The text and attributes of a page, without links to the review page, which may say it. */
const getVisibleText = (html: string) =>
  html
    .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, "")
    .replaceAll(new RegExp(`<a [^>]*href="${REVIEW}"[\\s\\S]*?</a>`, "g"), "")
    .replaceAll(/\s+/g, " ");

test('nothing on the public site is "coming soon" but reviews and the provider application', async ({
  send,
}) => {
  const sitemap = await (await send("/sitemap.xml")).text();
  const queue = listPaths(sitemap);
  const queued = new Set(queue);
  const hits: string[] = [];
  for (let path = queue.shift(); path; path = queue.shift()) {
    const response = await send(path);
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await response.text();
    for (const link of listLinks(html)) {
      if (queued.has(link)) continue;
      queued.add(link);
      queue.push(link);
    }
    const text = getVisibleText(html);
    if (path !== REVIEW)
      hits.push(
        ...[...text.matchAll(/.{0,60}coming soon.{0,20}/gi)].map(([hit]) => `${path}: ${hit}`),
      );
  }
  expect(queued.has(REVIEW)).toBe(true);
  const applicationHits = hits.filter(
    (hit) => hit.startsWith("/provider-signup: ") && hit.includes(APPLICATION.slice(0, -1)),
  );
  expect(applicationHits.length).toBeGreaterThan(0);
  expect(hits.filter((hit) => !applicationHits.includes(hit))).toEqual([]);
});

/** Streams, files and sign-out are not pages. */
const NOT_A_PAGE = /stream$|sign-out$|\.csv$|\/export$/;
/** One page of each kind is enough: `/editor/leaky-tap` stands for all editors. */
const getKind = (path: string) =>
  path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ":id").replace(/\/editor\/[^/]+/, "/editor/:slug");

test('nothing in the portal and on the OAuth pages is "coming soon"', async ({ send, db }) => {
  const { headers } = await createSignedInStaff(db, "superadmin");
  const queue = Object.keys(POLICIES).filter(
    (pattern) => !/[:*]/.test(pattern) && pattern !== "/backyard",
  );
  const queued = new Set(queue);
  const visited: string[] = [];
  const hits: string[] = [];
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (NOT_A_PAGE.test(path)) continue;
    const response = await send(path, { headers });
    if (response.status !== 200 || !response.headers.get("content-type")?.startsWith("text/html"))
      continue;
    visited.push(path);
    const html = await response.text();
    for (const link of listLinks(html)) {
      const kind = getKind(link);
      if (!/^\/(?:backyard|oauth)\//.test(link) || queued.has(kind)) continue;
      queued.add(kind);
      queue.push(link);
    }
    hits.push(
      ...[
        ...getVisibleText(html).matchAll(
          /.{0,60}(?:coming soon|opens soon|under construction).{0,20}/gi,
        ),
      ].map(([hit]) => `${path}: ${hit}`),
    );
  }
  expect(visited).toEqual(
    expect.arrayContaining([
      "/backyard/dashboard",
      "/backyard/advertorials",
      "/backyard/media",
      "/backyard/settings/integrations",
      "/oauth/callback",
      "/oauth/exchange",
    ]),
  );
  expect(visited.length).toBeGreaterThan(18);
  expect(hits).toEqual([]);
});
