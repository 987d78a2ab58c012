import fc from "fast-check";
import { expect, test } from "vitest";
import { FUNNEL_EVENTS, MAX_EVENT_BYTES } from "./constants.ts";
import { readEvent } from "./read-event.ts";

test.each(FUNNEL_EVENTS)("%s is read as JSON and as the bare name, within the limit", (name) => {
  const body = JSON.stringify({ name });
  expect(readEvent(body)).toBe(name);
  expect(readEvent(` ${name}\n`)).toBe(name);
  expect(body.length).toBeLessThan(MAX_EVENT_BYTES);
});

test.each([
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
])("%s is no event", (body) => {
  expect(readEvent(body)).toBeNull();
});

test("no text breaks it", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      const name = readEvent(body);
      expect(name === null || FUNNEL_EVENTS.includes(name)).toBe(true);
    }),
  );
});
