import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { insertArticle } from "../articles.ts";
import { test } from "./own-site.ts";

const MAIN = { shown: "(800) 555-0199", href: "tel:+18005550199" };
const OWN = { shown: "(800) 555-0111", href: "tel:+18005550111" };
const WITHIN_A_SECOND = { timeout: 3_000, interval: 20 };

type Db = { query: (text: string, values: unknown[]) => Promise<unknown> };
const save = (db: Db, ...numbers: { phone: string; pages: string[] }[]) =>
  db.query(
    "insert into settings (key, value, updated_at) values ('phoneNumbers', $1, now()) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(numbers.map((number, index) => ({ label: `Number ${index}`, ...number })))],
  );

describe("a page of a group with a number of its own", () => {
  test("shows it everywhere without a script, and no other page does", async ({
    ownSite: { url, db },
  }) => {
    const text = async (path: string) => (await fetch(url + path)).text();
    await insertArticle(db, { slug: "numbered-article" });
    await save(db, {
      phone: OWN.shown,
      pages: [
        "/home-services/plumbing",
        "/articles",
        "/quiz/clogged-drain",
        "/resources/none/at/all",
      ],
    });
    await expect.poll(() => text("/home-services/plumbing"), WITHIN_A_SECOND).toContain(OWN.href);
    for (const path of [
      "/home-services/plumbing",
      "/articles/clogged-toilets",
      "/articles/numbered-article",
      "/quiz/clogged-drain",
    ]) {
      const html = await text(path);
      expect(html, path).toContain(OWN.shown);
      for (const main of Object.values(MAIN)) expect(html, path).not.toContain(main);
      // Nor in structured data, in any notation.
      expect(html.replaceAll(/\D/g, ""), path).not.toContain("8005550199");
    }
    for (const path of [
      "/",
      "/home-services",
      "/home-services/plumbing-water",
      "/quiz/ac-not-cooling",
      "/privacy-policy",
      "/offline",
      "/contact.vcf",
      "/resources/none/at/all",
      "/other/none",
    ]) {
      const html = await text(path);
      expect(html, path).not.toContain(OWN.shown);
      expect(html, path).not.toContain(OWN.href);
    }
    expect(await text("/contact.vcf")).toContain("+18005550199");
  });

  test("has it in the wizard's messages, and the main number in the consent text", async ({
    ownSite: { url, db },
  }) => {
    const getConfig = async (page: string) =>
      (await fetch(`${url}/functions/v1/quote-form?page=${page}`)).json() as Promise<{
        phone: string;
        consent: { id: string; wording: { consent: string } };
      }>;
    await save(db, { phone: OWN.shown, pages: ["/auto", "/quote"] });
    await expect
      .poll(async () => (await getConfig("/auto/towing")).phone, WITHIN_A_SECOND)
      .toBe(OWN.shown);
    const own = await getConfig("/auto/towing");
    const main = await getConfig("");
    expect(main.phone).toBe(MAIN.shown);
    expect(own.consent).toEqual(main.consent);
    expect(own.consent.wording.consent).toContain(MAIN.shown);
    const { rows } = await db.query<{ rendered_text: string }>(
      "select rendered_text from consent_texts where id = $1",
      [own.consent.id],
    );
    expect(rows[0]?.rendered_text).toContain(MAIN.shown);
    // The plain form is a page like any other.
    const form = await (await fetch(`${url}/quote?service=towing`)).text();
    expect(form).toContain(OWN.href);
    expect(/<[^>]*data-consent[\s\S]*?<\/p>/.exec(form)?.[0]).toContain(MAIN.shown);
  });

  test("is rendered again when its number changes, and no other page is", async ({
    ownSite: { url, db },
  }) => {
    const text = async (path: string) => (await fetch(url + path)).text();
    const countRenderings = async () =>
      Number(/^page_cache_renderings_total (\d+)$/m.exec(await text("/metrics"))?.[1]);
    const paths = [
      "/",
      "/auto",
      "/auto/towing",
      "/auto/oil-change",
      "/home-services",
      "/home-services/roofing",
    ];
    const isWarm = async () => {
      const before = await countRenderings();
      for (const path of paths) await text(path);
      return (await countRenderings()) - before;
    };
    await save(
      db,
      { phone: OWN.shown, pages: ["/auto"] },
      { phone: "(800) 555-0112", pages: ["/auto/towing"] },
    );
    await expect.poll(() => text("/auto/towing"), WITHIN_A_SECOND).toContain("(800) 555-0112");
    await expect.poll(() => text("/auto"), WITHIN_A_SECOND).toContain(OWN.shown);
    await expect.poll(isWarm).toBe(0);
    const before = await countRenderings();
    await save(
      db,
      { phone: "(800) 555-0113", pages: ["/auto"] },
      { phone: "(800) 555-0112", pages: ["/auto/towing"] },
    );
    for (const path of ["/auto", "/auto/oil-change"])
      await expect.poll(() => text(path), WITHIN_A_SECOND).toContain("(800) 555-0113");
    expect(await text("/auto/towing")).toContain("(800) 555-0112");
    await expect.poll(isWarm).toBe(0);
    expect((await countRenderings()) - before).toBe(2);
  });
});

describe("a visit", () => {
  test("is counted by its source; an opt-out signal leaves the campaign's words", async ({
    ownSite: { url, db },
  }) => {
    const send = (event: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${url}/functions/v1/event`, {
        method: "POST",
        body: JSON.stringify({ name: "visit", ...event }),
        headers: { Origin: url, ...headers },
      });
    const host = `${randomUUID()}.example`;
    expect((await send({ referrer: host })).status).toBe(204);
    expect(
      (await send({ referrer: host, utm_source: "postcard" }, { "Sec-GPC": "1" })).status,
    ).toBe(204);
    expect((await send({ referrer: host, click: "gclid" }, { "Sec-GPC": "1" })).status).toBe(204);
    expect((await send({ gclid: "Cj0" })).status).toBe(400);
    const readCounts = async () => {
      const { rows } = await db.query<{ source: string; count: number }>(
        "select source, count::int from source_visits",
      );
      return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
    };
    await expect
      .poll(readCounts, { timeout: 10_000 })
      .toEqual({ [host]: 1, "Not shared (opt-out signal)": 1, Postcard: 1 });
  });
});
