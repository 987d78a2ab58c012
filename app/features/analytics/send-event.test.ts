import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendEvent } from "./send-event.ts";

let sent: string[];
let page: EventTarget & { prerendering?: boolean };

beforeEach(() => {
  sent = [];
  page = new EventTarget();
  vi.stubEnv("PROD", true);
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", {
    onLine: true,
    sendBeacon: (url: string, body: string) => sent.push(`${url} ${body}`),
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const PAGE_VIEW = '/functions/v1/event {"name":"page-view"}';

test("sends an event with its name and nothing else", () => {
  sendEvent("page-view");
  expect(sent).toEqual([PAGE_VIEW]);
});

test("sends the quiz and the question of a quiz event", () => {
  sendEvent({ name: "quiz-question", quiz: "sink", question: "3" });
  expect(sent).toEqual([
    '/functions/v1/event {"name":"quiz-question","quiz":"sink","question":"3"}',
  ]);
});

test("sends the article of an article event", () => {
  sendEvent({ name: "article-call", article: "leaky-tap" });
  expect(sent).toEqual(['/functions/v1/event {"name":"article-call","article":"leaky-tap"}']);
});

test("counts a prerendered page once, and only when it is shown", () => {
  page.prerendering = true;
  sendEvent("page-view");
  expect(sent).toEqual([]);
  page.prerendering = false;
  page.dispatchEvent(new Event("prerenderingchange"));
  page.dispatchEvent(new Event("prerenderingchange"));
  expect(sent).toEqual([PAGE_VIEW]);
});

test("sends nothing in development and without a network", () => {
  vi.stubGlobal("navigator", { ...navigator, onLine: false });
  sendEvent("page-view");
  vi.stubEnv("PROD", false);
  vi.stubGlobal("navigator", { ...navigator, onLine: true });
  sendEvent("page-view");
  expect(sent).toEqual([]);
});

test("does not throw in a browser without beacons", () => {
  vi.stubGlobal("navigator", { onLine: true });
  expect(() => sendEvent("wizard-opened")).not.toThrow();
});
