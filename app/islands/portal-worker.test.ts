import { afterAll, beforeEach, expect, test, vi } from "vitest";

type Listener = (event: unknown) => void;
const listeners = new Map<string, Listener>();
const shown: { title: string; options: NotificationOptions }[] = [];
const opened: string[] = [];
const focused: string[] = [];
let tabs: string[] = [];

/** The parts of ServiceWorkerGlobalScope that the worker uses. */
const scope = {
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  skipWaiting: async () => {},
  clients: {
    matchAll: async () => tabs.map((url) => ({ url, focus: async () => void focused.push(url) })),
    openWindow: async (path: string) => void opened.push(path),
  },
  registration: {
    showNotification: async (title: string, options: NotificationOptions) =>
      void shown.push({ title, options }),
  },
};

vi.stubGlobal("self", scope);
afterAll(() => vi.unstubAllGlobals());
await import("./portal-worker.ts");

/** Sends an event to the worker, and waits for what it keeps the worker alive for. */
async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (part: Promise<unknown>) => work.push(part) });
  await Promise.all(work);
}
const push = (text: string | null) =>
  dispatch("push", { data: text === null ? null : { json: () => JSON.parse(text) } });
const click = (data: unknown) => {
  const notification = { data, close: vi.fn() };
  return dispatch("notificationclick", { notification }).then(() => notification);
};

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
const path = `/backyard/service-requests/${id}`;

beforeEach(() => {
  for (const list of [shown, opened, focused]) list.length = 0;
  tabs = [];
});

test("an emergency stays on the screen, with fixed words", async () => {
  await push(JSON.stringify({ kind: "emergency", id }));
  expect(shown).toMatchObject([
    { title: "Emergency request", options: { requireInteraction: true, data: { path } } },
  ]);
});

test.each([null, "no json", "{}"])(
  "a message that cannot be read still shows something: %s",
  async (text) => {
    await push(text);
    expect(shown).toHaveLength(1);
  },
);

test("a click opens the request, and closes the notification", async () => {
  tabs = ["https://henry.example/", "https://henry.example/backyard/providers"];
  const notification = await click({ path });
  expect(notification.close).toHaveBeenCalled();
  expect([opened, focused]).toEqual([[path], []]);
});

test("a click shows the tab that has the request open", async () => {
  tabs = ["https://henry.example/backyard/dashboard", `https://henry.example${path}?view=new`];
  await click({ path });
  expect([opened, focused]).toEqual([[], [tabs[1]]]);
});

test("the worker listens to no requests, so it can cache nothing", () => {
  expect([...listeners.keys()].sort()).toEqual(["install", "notificationclick", "push"]);
});
