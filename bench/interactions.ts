import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import { type Line, printColumns, type Report } from "./report.ts";
import { type Site, startSite, waitUntilSettled } from "./site.ts";
import { percentile } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

/** A phone of the middle class, as Lighthouse imitates it, and half as fast again. */
const CPU_SLOWDOWN = 6;
const ROUNDS = 6;
const P98_TARGET_MS = 80;
const OPENING_TARGET_MS = 200;
/** Shorter interactions are not reported by the browser, and count as this. */
const SHORTEST_MS = 16;

type Interactions = Record<string, number[]>;

/**
 * Measures how long real taps and keys take until the next paint, by the browser's own event timing,
 * on a phone screen with a slowed processor: the wizard, a quiz, the menu and the search.
 */
export async function measureInteractions(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: browserPath(), env: browserEnv() });
  const all: Interactions = {};
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
        for (const [name, times] of Object.entries(await visit(await openPhone(context), site)))
          all[name ? `${kind}, ${name}` : kind] = [
            ...(all[name ? `${kind}, ${name}` : kind] ?? []),
            ...times,
          ];
        await context.close();
      }
  } finally {
    await browser.close();
    await site.stop();
  }
  printColumns([
    ["interaction", "count", "median", "p98", "longest"],
    ...Object.entries(all).map(([name, times]) => [
      name,
      String(times.length),
      ...[percentile(times, 0.5), percentile(times, 0.98), Math.max(...times)].map(
        (time) => `${Math.round(time)} ms`,
      ),
    ]),
  ]);
  return {
    notes: [`processor slowed ${CPU_SLOWDOWN} times, ${ROUNDS} rounds, 390 × 844, touch`],
    lines: Object.entries(all).map(([name, times]) => checkTimes(name, times)),
  };
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

/** A page whose event timings are collected, on a slowed processor. */
async function openPhone(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times = new Map<number, number>();
    Object.assign(window, { interactionTimes: times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId)
          times.set(
            entry.interactionId,
            Math.max(times.get(entry.interactionId) ?? 0, entry.duration),
          );
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Runs `act`, and returns how long each of its `count` interactions took. */
async function time(page: Page, count: number, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => Reflect.get(window, "interactionTimes").clear());
  await act();
  // Two frames later the browser has reported what was painted.
  const found = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => resolve([...Reflect.get(window, "interactionTimes").values()]), 300),
        ),
      ),
  );
  return [...found, ...Array<number>(Math.max(0, count - found.length)).fill(SHORTEST_MS)];
}

type Visit = (page: Page, site: Site) => Promise<Interactions>;

const visitWizard: Visit = async (page, site) => {
  await page.goto(`${site.url}/home-services/plumbing`);
  await page.waitForLoadState("networkidle");
  const link = page.locator("aside.contact-bar a[data-quote]");
  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  const opening = await time(page, 1, async () => {
    await link.tap();
    await wizard.getByLabel("Street address").waitFor();
  });
  const steps = [
    await time(page, 12, async () => {
      await wizard.getByLabel("Street address").tap();
      await page.keyboard.type("12 Elm Stre");
    }),
    await time(page, 14, async () => {
      await wizard.getByLabel("ZIP code", { exact: true }).tap();
      await page.keyboard.type("30301");
      await wizard.getByLabel("City").fill("Atlanta");
      await wizard.getByLabel("State").fill("GA");
    }),
    await time(page, 3, async () => {
      await wizard.getByText("Residential", { exact: true }).tap();
      await wizard.getByText("Yes", { exact: true }).first().tap();
      await wizard.getByRole("button", { name: "Continue" }).tap();
      await wizard.getByText("Urgent", { exact: true }).waitFor();
    }),
    await time(page, 8, async () => {
      await wizard.getByText("Urgent", { exact: true }).tap();
      await wizard.getByLabel("What is going on?").tap();
      await page.keyboard.type("leak");
      await wizard.getByRole("button", { name: "Continue" }).tap();
      await wizard.getByText("Call me", { exact: true }).waitFor();
    }),
    await time(page, 4, async () => {
      await wizard.getByText("This week", { exact: true }).tap();
      await wizard.getByText("Call me", { exact: true }).tap();
      await wizard.getByText("Phone call", { exact: true }).tap();
      await wizard.getByRole("button", { name: "Continue" }).tap();
      await wizard.getByLabel("Your name").waitFor();
    }),
  ];
  return { [OPENING]: opening, "": steps.flat() };
};

const visitQuiz: Visit = async (page, site) => {
  await page.goto(`${site.url}/quiz/ac-not-cooling`);
  await page.waitForLoadState("networkidle");
  const times: number[][] = [];
  for (let answered = 0; answered < 3; answered++) {
    const question = page.locator("[data-quiz] h2:visible").first();
    const before = await question.textContent();
    times.push(
      await time(page, 1, async () => {
        await page.locator("[data-quiz] button[name=a]:visible").first().tap();
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
  return { "": times.flat() };
};

const visitMenu: Visit = async (page, site) => {
  await page.goto(`${site.url}/home-services`);
  await page.waitForLoadState("networkidle");
  const times = await time(page, 2, async () => {
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("button", { name: "Close menu" }).tap();
  });
  return { "": times };
};

const visitSearch: Visit = async (page, site) => {
  await page.goto(site.url);
  await page.waitForLoadState("networkidle");
  const field = page.getByLabel("What's wrong?");
  const opening = await time(page, 1, () => field.tap());
  const typing = await time(page, 10, async () => {
    await page.keyboard.type("leak under", { delay: 60 });
    await page.getByRole("option").first().waitFor();
  });
  return { [OPENING]: opening, "": typing };
};

/** Nothing but a button that changes a word: the cost of the machine and the browser alone. */
const BARE_PAGE =
  "<!doctype html><meta name=viewport content=width=device-width><button onclick=\"this.textContent=this.textContent==='on'?'off':'on'\">off</button>";
const visitBarePage: Visit = async (page) => {
  await page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);
  const times = await time(page, 10, async () => {
    for (let at = 0; at < 10; at++) await page.getByRole("button").tap();
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
