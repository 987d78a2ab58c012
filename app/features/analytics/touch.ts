import { matchSegments, PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";

/** The campaign's own words, which say nothing about the visitor. */
export const CAMPAIGN_FIELDS = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;
/** IDs by which an ad platform recognizes a click on its ad. */
export const CLICK_FIELDS = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid"] as const;

type CampaignField = (typeof CAMPAIGN_FIELDS)[number];
export type ClickField = (typeof CLICK_FIELDS)[number];
/**
 * One arrival at the site. `referrer`: the host of another site whose link was followed; `landing`:
 * the path of the page, without its query.
 */
export type Touch = Partial<Record<CampaignField | ClickField | "referrer" | "landing", string>>;
/** The first and the last arrival of a visit in one tab. */
export type Touches = { first: Touch; last: Touch };

/** No "@": advertisers put email addresses into links by mistake. */
const WORDS = /^[\p{L}\p{N} ._~:/|+!()&,'-]{1,100}$/u;
const CLICK_ID = /^[\w.-]{1,500}$/;
const HOST = /^[a-z0-9.-]{1,100}$/;
const PATH = /^\/(?:[\w.~-][\w.~/-]{0,198})?$/;
/** Paths with a key in them, such as the customer's own page. */
const PRIVATE_PATH = matchSegments(PRIVATE_SEGMENTS);

const CAMPAIGN_CHECKS = CAMPAIGN_FIELDS.map((name) => [name, WORDS] as const);
const CHECKS = new Map<string, RegExp>([
  ...CAMPAIGN_CHECKS,
  ...CLICK_FIELDS.map((name) => [name, CLICK_ID] as const),
  ["referrer", HOST],
  ["landing", PATH],
]);
const PRIVATE_CHECKS = new Map<string, RegExp>(CAMPAIGN_CHECKS);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A touch as a browser sent it; null if it has another shape. A value with characters that do not
 * belong there is left out, and so are further words of campaigns, such as utm_id.
 * @param options.gpc the browser asks not to be tracked: only the campaign's own words are kept
 */
export function parseTouch(sent: unknown, { gpc }: { gpc: boolean }): Touch | null {
  if (!isRecord(sent)) return null;
  const entries = Object.entries(sent);
  const isKnown = (name: string) => CHECKS.has(name) || name.startsWith("utm_");
  if (entries.some(([name, value]) => !isKnown(name) || typeof value !== "string")) return null;
  const checks = gpc ? PRIVATE_CHECKS : CHECKS;
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const text = String(value).trim();
      if (!checks.get(name)?.test(text)) return [];
      return name === "landing" && PRIVATE_PATH.test(text) ? [] : [[name, text]];
    }),
  );
}

/** Both touches; null if either has another shape, so that a wrong one never fails a request. */
export function parseTouches(sent: unknown, options: { gpc: boolean }): Touches | null {
  if (!isRecord(sent) || Object.keys(sent).length !== 2) return null;
  const first = parseTouch(sent.first, options);
  const last = parseTouch(sent.last, options);
  return first && last && { first, last };
}

/** Names of parameters by which advertisers and mailers recognize one person or one click. */
const TRACKING_PARAMETER =
  /clid$|braid$|^(?:gclsrc|gad_source|gad_campaignid|li_fat_id|igshid|mc_eid|srsltid|_gl|_ga)$/i;

/**
 * The address of a page without click IDs. Consent records have the page's address and are never
 * erased, so it must not carry what an opt-out signal or an erasure removes elsewhere.
 */
export function removeClickIds(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const names = [...url.searchParams.keys()].filter((name) => TRACKING_PARAMETER.test(name));
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}
