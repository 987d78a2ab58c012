import { expect } from "vitest";
import { catalogStructureSchema } from "#app/features/catalog/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { test } from "./http-client.ts";

test.describe("quote links", () => {
  /** The targets of the quote links in a page's main part. */
  const listQuotePaths = (html: string) =>
    [...html.replace(/^[\s\S]*<main/, "").matchAll(/href="(\/quote[^"]*)"/g)].map(([, path]) =>
      // The number of a sign of the service, whose words begin the request.
      path?.replaceAll("&amp;", "&").replace(/&sign=\d$/, ""),
    );

  test("a category asks for one of its services, or none", async ({ send }) => {
    for (const { slug, services } of readYaml("catalog.yaml", catalogStructureSchema).categories) {
      const html = await (await send(`/home-services/${slug}`)).text();
      const dialog = /<dialog id="service-choice"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? "";
      expect(listQuotePaths(dialog), slug).toEqual([
        ...services.map((service) => `/quote?service=${service}`),
        "/quote?label=General+Service",
      ]);
      expect(html).toMatch(/<button[^>]* popoverTarget="service-choice"[^>]*>Get Free Quote/i);
    }
  });

  for (const [path, quote] of [
    ["/articles/clogged-toilets", "/quote?service=plumbing"],
    ["/articles/henry-helpline", "/quote"],
    ["/contact-us", "/quote?label=General+Services"],
    ["/resources/guides-tips", "/quote?label=General+Services"],
    ["/resources/articles-quizzes/hvac-maintenance", "/quote?label=General+Services"],
    ["/resources/guides-tips/diy-repair-basics", "/quote?label=Home+Repair"],
    ["/resources/guides-tips/vehicle-care-guide", "/quote?label=Auto+Repair"],
    ["/resources/guides-tips/emergency-preparedness", "/quote?label=Emergency+Service"],
    ["/resources/guides-tips/contractor-selection", "/quote?label=General+Contracting"],
    ["/home-services/heating", "/quote?service=heating"],
    ["/auto/towing", "/quote?service=towing"],
  ] as const)
    test(`${path} links to ${quote} and to no other quote`, async ({ send }) => {
      expect([...new Set(listQuotePaths(await (await send(path)).text()))]).toEqual([quote]);
    });

  test("a sign of a service begins the request, unless it is a danger: that leads to what to do now", async ({
    send,
  }) => {
    const html = await (await send("/home-services/electrician")).text();
    const links = [
      ...html.matchAll(/<a href="([^"]+)"[^>]*class="row-link[^>]*><span[^>]*>([^<]+)/g),
    ].map(([, path = "", text = ""]) => ({ path: path.replaceAll("&amp;", "&"), text }));
    const dangers = links.filter(({ path }) => path.startsWith("/search?"));
    expect(dangers.map(({ text }) => text)).toEqual([
      expect.stringContaining("looks scorched"),
      expect.stringContaining("gives a tingle"),
      expect.stringContaining("panel buzzes"),
    ]);
    for (const { path } of dangers) expect(await (await send(path)).text()).toContain("tel:911");

    const sign = links.find(({ path }) => path.startsWith("/quote?"));
    const form = await (await send(sign?.path ?? "")).text();
    expect(sign?.text.length).toBeGreaterThan(20);
    expect(form).toContain(sign?.text);
  });

  test("the lookup of a ZIP code returns its city, coverage and message", async ({ send }) => {
    const getMessage = async (zip: string) =>
      (
        (await (await send(`/functions/v1/coverage?zip=${zip}&service=electrician`)).json()) as {
          message: string;
        }
      ).message;
    expect(await getMessage("90210")).toBe(
      "No verified electrician is listed in Beverly Hills yet. We take your request, and Henry looks for one.",
    );
    expect(await getMessage("00000")).toBe(
      "We can't find ZIP code 00000. Please check the five digits, or call us and tell us where you are.",
    );
  });

  test("a service for vehicles asks where the vehicle is, even on the form without JavaScript", async ({
    send,
  }) => {
    const getMainText = async (path: string) =>
      (await (await send(path)).text()).replace(/^[\s\S]*<main/, "").replace(/<script[\s\S]*$/, "");
    for (const path of ["/quote?service=towing", "/quote?label=Auto+Repair"]) {
      const text = await getMainText(path);
      // Once in the wizard, once in the plain form.
      expect(text.match(/Where is the vehicle\?/g), path).toHaveLength(2);
      expect(text).not.toMatch(/propert(?:y|ies)\b(?!Class|Owner)/);
    }
    expect(await getMainText("/quote?service=plumbing")).toContain("Do you own this property?");
  });
});
