// Screenshots for docs/screenshots: npm run screenshots -- [http://localhost:3000]. Public pages come
// from the running site at this address, the states of a customer's page and the portal with many
// requests from their browser tests.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { browserEnv, ensureBrowser } from "../tests/setup/browser.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");
const WEBP = { quality: 55, effort: 6 };
const SIZES = [
  { name: "phone", width: 390, height: 844 },
  { name: "desktop", width: 1280, height: 800 },
];
const PAGES: Record<string, string> = {
  home: "/",
  "home-services": "/home-services",
  category: "/home-services/plumbing-water",
  service: "/home-services/plumbing",
  quote: "/quote?service=plumbing",
  auto: "/auto",
  "service-project": "/home-services/kitchen-remodeling",
  "service-auto": "/auto/oil-change",
  resources: "/resources",
  faq: "/resources/support-faqs/faq",
  planner: "/resources/tools-calculators/maintenance-schedule-planner",
  energy: "/resources/tools-calculators/energy-savings-calculator",
  search: "/search?q=leak",
  "search-danger": "/search?q=i+smell+gas",
  "not-found": "/no-such-page",
  quiz: "/quiz/ac-not-cooling",
  checklist: "/resources/guides-tips/home-maintenance-checklist",
  emergency: "/resources/guides-tips/emergency-preparedness",
  estimator:
    "/resources/tools-calculators/project-cost-estimator?project=kitchen-remodeling&size=large",
  advertorial: "/articles/clogged-toilets",
  providers: "/provider-signup",
  "result-furnace": "/quiz/furnace-not-heating?a=1:0,2:0,3:0,4:0,5:0",
  "result-water-heater": "/quiz/water-heater-problem?a=1:0,2:1,3:1,4:1,5:1",
  "result-car": "/quiz/car-wont-start?a=1:0,2:1,3:0,4:1,5:1",
  "result-roof": "/quiz/roof-leak?a=1:0,2:1,3:1,4:1,5:0",
  "result-danger": "/quiz/furnace-not-heating?a=1:1",
};

const origin = process.argv[2] ?? "http://localhost:3000";
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureBrowser(), env: browserEnv() });
for (const { name: size, ...viewport } of SIZES) {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await sharp(await page.screenshot())
      .webp(WEBP)
      .toFile(join(FOLDER, `${name}-${size}.webp`));
  }
  await page.close();
}
await browser.close();

const SPECS = ["my-request.spec", "inbox-heavy.staff.spec", "provider-portal.spec", "credits.spec"];
const STATES =
  "each state|a customer sends|the portal's pages fit|two companies on their phones|reads what a refund";
const { status } = spawnSync("npx", ["playwright", "test", ...SPECS, "--grep", STATES], {
  stdio: "inherit",
  env: { ...process.env, PICTURES: FOLDER },
});
process.exitCode = status ?? 1;
