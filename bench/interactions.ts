import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import { type Line, printColumns, type Report } from "./report.ts";
import { type Site, startSite, waitUntilSettled } from "./site.ts";
import { percentile } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

/** A phone of the middle class, as Lighthouse imitates it, and half as fast again. */
const CPU_SLOWDOWN = 6;
const ROUNDS = 7;
const P98_TARGET_MS = 80;
const OPENING_TARGET_MS = 200;
/** Shorter interactions are not reported by the browser, and count as this. */
const SHORTEST_MS = 16;

/** How long a finger stays down, and a quick visitor waits after a tap and between two keys. */
const FINGER_DOWN_MS = 70;
const PAUSE_MS = 200;
const KEY_PAUSE_MS = 90;
/** How many of the slowest interactions of a kind are told one by one. */
const SLOWEST = 3;

/** One tap or key: what it was, and the milliseconds until it was painted. */
interface Interaction {
  /** Its place in the visit and what it was, such as "3. keydown in home-problem". */
  what: string;
  /** From the input to the next paint, to the browser's 8 ms. */
  total: number;
  /** Until the first listener ran, while the listeners ran, and from then to the paint. */
  parts: [wait: number, work: number, paint: number];
}

/** By kind, in the order in which they were made. */
type Interactions = Record<string, Interaction[]>;

/**
 * Measures how long real taps and keys take until the next paint, by the browser's own event timing,
 * on a phone screen with a slowed processor: the wizard, a quiz, the menu and the search.
 */
export async function measureInteractions(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: browserPath(), env: browserEnv() });
  const all: Record<string, Interaction[][]> = {};
  try {
    await waitUntilSettled(site);
    for (let round = 0; round < ROUNDS; round++)
      for (const [kind, visit] of Object.entries(VISITS)) {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          hasTouch: true,
          isMobile: true,
          deviceScaleFactor: 2,
        });
        for (const [name, found] of Object.entries(await visit(await openPhone(context), site))) {
          const key = name ? `${kind}, ${name}` : kind;
          const placed = found.map(({ what, ...rest }, at) => ({
            ...rest,
            what: `${at + 1}. ${what}`,
          }));
          all[key] = [...(all[key] ?? []), placed];
        }
        await context.close();
      }
  } finally {
    await browser.close();
    await site.stop();
  }
  const rows = Object.entries(all).map(([name, rounds]) => ({
    name,
    single: rounds.flat(),
    medians: listMedians(rounds),
  }));
  const show = (time: number) => `${Math.round(time)} ms`;
  printColumns([
    ["interaction", "count", "median", "p98 of medians", "p98", "longest"],
    ...rows.map(({ name, single, medians }) => {
      const times = single.map(({ total }) => total);
      return [
        name,
        String(times.length),
        show(percentile(times, 0.5)),
        show(percentile(medians, 0.98)),
        show(percentile(times, 0.98)),
        show(Math.max(...times)),
      ];
    }),
  ]);
  printColumns([
    ["slowest", "what", "total", "wait", "work", "paint"],
    ...rows.flatMap(({ name, single }) =>
      single
        .toSorted((left, right) => right.total - left.total)
        .slice(0, SLOWEST)
        .map(({ what, total, parts }) => [name, what, ...[total, ...parts].map(show)]),
    ),
  ]);
  return {
    notes: [
      `processor slowed ${CPU_SLOWDOWN} times, ${ROUNDS} rounds, 390 × 844, touch`,
      "p98 of the interactions of a visit, each the median of all rounds: a busy machine delays now this one, now that one, a slow page always the same",
    ],
    lines: rows.map(({ name, medians }) => checkTimes(name, medians)),
  };
}

/** The median of all rounds of each interaction of a visit. */
function listMedians(rounds: readonly Interaction[][]): number[] {
  const longest = rounds.reduce((most, round) => (round.length > most.length ? round : most));
  return longest.map((_, position) =>
    percentile(
      rounds.flatMap((round) => round[position]?.total ?? []),
      0.5,
    ),
  );
}

function checkTimes(name: string, times: readonly number[]): Line {
  const isOpening = name.endsWith(OPENING);
  const time = percentile(times, 0.98);
  const target = isOpening ? OPENING_TARGET_MS : P98_TARGET_MS;
  return {
    what: `${name}, p98`,
    value: `${Math.round(time)} ms`,
    target: `≤ ${target} ms`,
    met: time <= target,
  };
}

const OPENING = "opening tap";

type Phone = {
  page: Page;
  /**
   * A tap as the browser gets it from a screen. Playwright's own tap listens to the events on the
   * page, which takes a slowed processor longer than the page does.
   */
  tap: (target: Locator) => Promise<void>;
  type: (text: string) => Promise<void>;
};

/** A page whose event timings are collected, on a slowed processor. */
async function openPhone(context: BrowserContext): Promise<Phone> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const slowest = new Map<number, Interaction>();
    Object.assign(window, { interactions: slowest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue;
        if (entry.duration <= (slowest.get(entry.interactionId)?.total ?? 0)) continue;
        const target = entry.target instanceof Element ? entry.target : null;
        slowest.set(entry.interactionId, {
          what: `${entry.name} in ${target?.id || target?.getAttribute("name") || target?.textContent?.trim().slice(0, 20) || target?.localName}`,
          total: entry.duration,
          parts: [
            entry.processingStart - entry.startTime,
            entry.processingEnd - entry.processingStart,
            entry.startTime + entry.duration - entry.processingEnd,
          ],
        });
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return {
    page,
    tap: (target) => tap(page, session, target),
    type: (text) => page.keyboard.type(text, { delay: KEY_PAUSE_MS }),
  };
}

async function tap(page: Page, session: CDPSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`not on the screen: ${target}`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(FINGER_DOWN_MS);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForTimeout(PAUSE_MS);
}

/** Runs `act`, and returns its interactions, of which there are at least `count`. */
async function time(
  page: Page,
  count: number,
  act: () => Promise<unknown>,
): Promise<Interaction[]> {
  await page.evaluate(() => Reflect.get(window, "interactions").clear());
  await act();
  // Two frames later the browser has reported what was painted.
  const found = await page.evaluate(
    () =>
      new Promise<Interaction[]>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => resolve([...Reflect.get(window, "interactions").values()]), 300),
        ),
      ),
  );
  const unreported = Array<Interaction>(Math.max(0, count - found.length)).fill({
    what: "not reported",
    total: SHORTEST_MS,
    parts: [0, 0, SHORTEST_MS],
  });
  return [...found, ...unreported];
}

type Visit = (phone: Phone, site: Site) => Promise<Interactions>;

const visitWizard: Visit = async ({ page, tap, type }, site) => {
  await page.goto(`${site.url}/home-services/plumbing`);
  await page.waitForLoadState("networkidle");
  const link = page.locator("aside.contact-bar a[data-quote]");
  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  const opening = await time(page, 1, async () => {
    await tap(link);
    await wizard.getByLabel("Street address").waitFor();
  });
  const steps = [
    await time(page, 12, async () => {
      await tap(wizard.getByLabel("Street address"));
      await type("12 Elm Stre");
    }),
    await time(page, 14, async () => {
      await tap(wizard.getByLabel("ZIP code", { exact: true }));
      await type("30301");
      await wizard.getByLabel("City").fill("Atlanta");
      await wizard.getByLabel("State").fill("GA");
    }),
    await time(page, 3, async () => {
      await tap(wizard.getByText("Residential", { exact: true }));
      await tap(wizard.getByText("Yes", { exact: true }).first());
      await tap(wizard.getByRole("button", { name: "Continue" }));
      await wizard.getByText("Urgent", { exact: true }).waitFor();
    }),
    await time(page, 8, async () => {
      await tap(wizard.getByText("Urgent", { exact: true }));
      await tap(wizard.getByLabel("What is going on?"));
      await type("leak");
      await tap(wizard.getByRole("button", { name: "Continue" }));
      await wizard.getByText("Call me", { exact: true }).waitFor();
    }),
    await time(page, 4, async () => {
      await tap(wizard.getByText("This week", { exact: true }));
      await tap(wizard.getByText("Call me", { exact: true }));
      await tap(wizard.getByText("Phone call", { exact: true }));
      await tap(wizard.getByRole("button", { name: "Continue" }));
      await wizard.getByLabel("Your name").waitFor();
    }),
  ];
  return { [OPENING]: opening, "": steps.flat() };
};

const visitQuiz: Visit = async ({ page, tap }, site) => {
  await page.goto(`${site.url}/quiz/ac-not-cooling`);
  await page.waitForLoadState("networkidle");
  const found: Interaction[][] = [];
  for (let answered = 0; answered < 3; answered++) {
    const question = page.locator("[data-quiz] h2:visible").first();
    const before = await question.textContent();
    found.push(
      await time(page, 1, async () => {
        await tap(page.locator("[data-quiz] button[name=a]:visible").first());
        await page.waitForFunction(
          (old) =>
            [...document.querySelectorAll("[data-quiz] h2")].some(
              (heading) => heading.checkVisibility() && heading.textContent !== old,
            ),
          before,
        );
      }),
    );
  }
  return { "": found.flat() };
};

const visitMenu: Visit = async ({ page, tap }, site) => {
  await page.goto(`${site.url}/home-services`);
  await page.waitForLoadState("networkidle");
  const times = await time(page, 2, async () => {
    await tap(page.getByRole("button", { name: "Menu" }));
    await tap(page.getByRole("button", { name: "Close menu" }));
  });
  return { "": times };
};

const visitSearch: Visit = async ({ page, tap, type }, site) => {
  await page.goto(site.url);
  await page.waitForLoadState("networkidle");
  const field = page.getByLabel("What's wrong?");
  const opening = await time(page, 1, () => tap(field));
  const typing = await time(page, 10, async () => {
    await type("leak under");
    await page.getByRole("option").first().waitFor();
  });
  return { [OPENING]: opening, "": typing };
};

/** Nothing but a button that changes a word: the cost of the machine and the browser alone. */
const BARE_PAGE =
  "<!doctype html><meta name=viewport content=width=device-width><button onclick=\"this.textContent=this.textContent==='on'?'off':'on'\">off</button>";
const visitBarePage: Visit = async ({ page, tap }) => {
  await page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);
  const times = await time(page, 10, async () => {
    for (let at = 0; at < 10; at++) await tap(page.getByRole("button"));
  });
  return { "": times };
};

const VISITS: Record<string, Visit> = {
  "bare page": visitBarePage,
  wizard: visitWizard,
  quiz: visitQuiz,
  menu: visitMenu,
  search: visitSearch,
};
