import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ARTICLE_EVENTS,
  FUNNEL_EVENTS,
  MAX_EVENT_BYTES,
  QUIZ_EVENTS,
  SOURCE_EVENT,
} from "./constants.ts";
import { getVisitSource } from "./count-visit.ts";
import { parseEvent } from "./parse-event.ts";

test.each(FUNNEL_EVENTS)("reads %s as JSON and as the bare name, within the size limit", (name) => {
  const body = JSON.stringify({ name });
  expect(parseEvent(body)).toBe(name);
  expect(parseEvent(` ${name}\n`)).toBe(name);
  expect(body.length).toBeLessThan(MAX_EVENT_BYTES);
});

test("reads a quiz event with its slug and question, up to their longest", () => {
  const quiz = "a".repeat(120);
  for (const name of QUIZ_EVENTS) {
    const event = {
      name,
      quiz,
      ...((name === "quiz-question" || name === "quiz-danger") && { question: "b".repeat(40) }),
    };
    expect(parseEvent(JSON.stringify(event))).toEqual(event);
    expect(JSON.stringify(event).length).toBeLessThan(MAX_EVENT_BYTES);
  }
});

test.each(ARTICLE_EVENTS)("reads %s with the article's slug, up to the longest", (name) => {
  const event = { name, article: "a".repeat(120) };
  expect(parseEvent(JSON.stringify(event))).toEqual(event);
  expect(JSON.stringify(event).length).toBeLessThan(MAX_EVENT_BYTES);
});

test("reads the source of a visit, up to its longest, and counts it without what is hidden by GPC", () => {
  const event = {
    name: SOURCE_EVENT,
    utm_source: "\u4e00".repeat(100),
    utm_medium: "\u4e00".repeat(100),
    referrer: `${"a".repeat(92)}.example`,
    click: "wbraid" as const,
  };
  const body = JSON.stringify(event);
  expect(parseEvent(body)).toEqual(event);
  expect(Buffer.byteLength(body)).toBeLessThan(MAX_EVENT_BYTES);
  const visit = { name: SOURCE_EVENT, click: "gclid", referrer: "www.google.com" } as const;
  expect(getVisitSource(visit, { gpc: false })).toBe("Google Ads");
  expect(getVisitSource(visit, { gpc: true })).toBe("Not shared (opt-out signal)");
  expect(getVisitSource({ ...visit, utm_source: "postcard" }, { gpc: true })).toBe("Postcard");
});

test.each([
  '{"name":"visit","gclid":"Cj0"}',
  '{"name":"visit","click":"Cj0"}',
  '{"name":"visit","utm_source":["x"]}',
  '{"name":"visit","visitor":"1"}',
  "",
  "{",
  "null",
  "[]",
  '"page-view"',
  '{"name":"page-views"}',
  '{"name":["page-view"]}',
  '{"name":"page-view","visitor":"1"}',
  '{"__proto__":{"name":"page-view"}}',
  "Page-View",
  "toString",
  "quiz-view",
  '{"name":"quiz-view"}',
  '{"name":"quiz-view","quiz":"No Slug"}',
  '{"name":"quiz-view","quiz":"sink","question":"1"}',
  '{"name":"quiz-question","quiz":"sink"}',
  '{"name":"quiz-question","quiz":"sink","question":"1:0"}',
  '{"name":"quiz-finish","quiz":"sink","visitor":"1"}',
  '{"name":"page-view","quiz":"sink"}',
  "article-view",
  '{"name":"article-view"}',
  '{"name":"article-view","article":"No Slug"}',
  '{"name":"article-view","article":"../x"}',
  '{"name":"article-call","article":"leaky-tap","phone":"4045550123"}',
  '{"name":"article-calls","article":"leaky-tap"}',
  '{"name":"article-view","quiz":"sink"}',
])("rejects %s", (body) => {
  expect(parseEvent(body)).toBeNull();
});

test("never throws for any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      const event = parseEvent(body);
      expect(
        event === null ||
          (typeof event === "string"
            ? FUNNEL_EVENTS.includes(event)
            : [...QUIZ_EVENTS, ...ARTICLE_EVENTS, SOURCE_EVENT].includes(event.name)),
      ).toBe(true);
    }),
  );
});
