import { defineConfig, devices } from "@playwright/test";
import { browserEnv, browserPath } from "./tests/setup/browser.ts";

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices["Pixel 7"].userAgent,
};
const desktop = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/setup/e2e.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores of the machine that runs them: tests wait a fifth of their time.
  workers: 3,
  // Into a file or a pipe, what failed comes last, where it is looked for.
  reporter: [
    ["./tests/setup/report-slowest-playwright.ts"],
    [process.stdout.isTTY ? "line" : "dot"],
    ["./tests/setup/report-failures-playwright.ts"],
  ],
  reportSlowTests: null,
  outputDir: "node_modules/.cache/playwright-results",
  // Machines stall for seconds; how fast something is, the bench measures.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.BASE_URL,
    launchOptions: {
      executablePath: browserPath(),
      env: browserEnv(),
      // Otherwise the browser emulates a graphics card, which takes a tenth of the processor time.
      args: ["--disable-gpu", "--disable-gpu-compositing"],
    },
    screenshot: "only-on-failure",
    // The service worker loads three more pages in every test that opens a public page. The tests of
    // offline pages and of the visitor's journey allow it.
    serviceWorkers: "block",
  },
  projects: [
    { name: "phone", use: phone, testIgnore: "**/*.desktop.spec.ts" },
    { name: "desktop", use: desktop, testMatch: ["**/*.desktop.spec.ts", "**/pages.spec.ts"] },
  ],
});
