import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Axe findings in a page or a part of it, one per line, without frames. Collects only violations,
 * which takes a third of the time.
 */
export async function axeFindings(
  page: Page,
  { include, exclude }: { include?: string; exclude?: string } = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(RULES)
    .setLegacyMode();
  // A toast that fades in or out has no contrast to measure.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  if (include) axe.include(include);
  if (exclude) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * The findings in a page whose bar at the top or bottom lies over what is behind it until somebody
 * scrolls: in a window as high as the page it covers nothing.
 */
export async function axeFindingsBelowBar(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  if (!size) return axeFindings(page);
  // What a script adds makes the page higher than it was.
  await page.waitForLoadState("networkidle");
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height });
  const findings = await axeFindings(page);
  await page.setViewportSize(size);
  return findings;
}
