/** In order: the first mark that the User-Agent contains wins, because most browsers name others too. */
const BROWSERS: readonly [mark: string, name: string][] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS: readonly [mark: string, name: string][] = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
];

/** The common name of a browser, such as "Chrome on Windows", from its User-Agent. */
export function formatBrowserName(userAgent: string | null): string {
  const find = (marks: readonly [string, string][]) =>
    marks.find(([mark]) => userAgent?.includes(mark))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (!browser) return system ? `A browser on ${system}` : "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}
