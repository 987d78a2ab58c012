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
  workers: 2,
  // A test that passes only at its second try is named at the end: a defect, which
  // `npm run test:flaky -- <file>` finds.
  retries: 1,
  // Into a file or a pipe, what failed comes last, where it is looked for.
  reporter: [
    ["./tests/setup/report-slowest-playwright.ts"],
    [process.stdout.isTTY ? "line" : "dot"],
  ],
  reportSlowTests: null,
  outputDir: "node_modules/.cache/playwright-results",
  // Machines stall for seconds; how fast something is, the bench measures.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.BASE_URL,
    launchOptions: { executablePath: browserPath(), env: browserEnv() },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "phone", use: phone, testIgnore: "**/*.desktop.spec.ts" },
    { name: "desktop", use: desktop, testMatch: ["**/*.desktop.spec.ts", "**/pages.spec.ts"] },
  ],
});
