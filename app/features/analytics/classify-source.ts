import type { Touch } from "./touch.ts";

/** Sources with a name of their own. */
export const GOOGLE_ADS = "Google Ads";
export const MICROSOFT_ADS = "Microsoft Ads";
const FACEBOOK_ADS = "Facebook Ads";
const INSTAGRAM_ADS = "Instagram Ads";
const TIKTOK_ADS = "TikTok Ads";
const EMAIL = "Email";
const TEXT_MESSAGE = "Text message";
/** The visitor typed the address or used a bookmark, or the browser told nothing. */
export const DIRECT = "Direct";
/** Global Privacy Control, and the link had no campaign's words: nothing is known. */
export const NOT_SHARED = "Not shared (opt-out signal)";
/** Stands for sources beyond the number that is counted in a day. */
export const OTHER_SOURCES = "Other referrers";

const MAX_SOURCE_LENGTH = 60;

/** Sites by the ends of their hosts, the more specific first. */
const SITES: readonly [ending: string, name: string][] = [
  ["mail.google.com", EMAIL],
  ["com.google.android.gm", EMAIL],
  ["outlook.live.com", EMAIL],
  ["mail.yahoo.com", EMAIL],
  ["gemini.google.com", "Gemini"],
  ["googleadservices.com", GOOGLE_ADS],
  ["bing.com", "Bing organic"],
  ["duckduckgo.com", "DuckDuckGo organic"],
  ["search.yahoo.com", "Yahoo organic"],
  ["ecosia.org", "Ecosia organic"],
  ["search.brave.com", "Brave organic"],
  ["facebook.com", "Facebook"],
  ["instagram.com", "Instagram"],
  ["tiktok.com", "TikTok"],
  ["youtube.com", "YouTube"],
  ["pinterest.com", "Pinterest"],
  ["reddit.com", "Reddit"],
  ["linkedin.com", "LinkedIn"],
  ["nextdoor.com", "Nextdoor"],
  ["yelp.com", "Yelp"],
  ["t.co", "X"],
  ["x.com", "X"],
  ["chatgpt.com", "ChatGPT"],
  ["perplexity.ai", "Perplexity"],
];
/** What campaigns call these sites in utm_source; `ads` where the medium says that it was paid. */
const CAMPAIGN_SOURCES = new Map<string, { name: string; ads?: string }>(
  Object.entries({
    google: { name: "Google organic", ads: GOOGLE_ADS },
    adwords: { name: GOOGLE_ADS },
    googleads: { name: GOOGLE_ADS },
    bing: { name: "Bing organic", ads: MICROSOFT_ADS },
    microsoft: { name: "Bing organic", ads: MICROSOFT_ADS },
    msn: { name: "Bing organic", ads: MICROSOFT_ADS },
    facebook: { name: "Facebook", ads: FACEBOOK_ADS },
    fb: { name: "Facebook", ads: FACEBOOK_ADS },
    meta: { name: "Facebook", ads: FACEBOOK_ADS },
    instagram: { name: "Instagram", ads: INSTAGRAM_ADS },
    ig: { name: "Instagram", ads: INSTAGRAM_ADS },
    tiktok: { name: "TikTok", ads: TIKTOK_ADS },
    youtube: { name: "YouTube", ads: GOOGLE_ADS },
    nextdoor: { name: "Nextdoor" },
    yelp: { name: "Yelp" },
    pinterest: { name: "Pinterest" },
    reddit: { name: "Reddit" },
    linkedin: { name: "LinkedIn" },
    "chatgpt.com": { name: "ChatGPT" },
  }),
);

const PAID =
  /^(?:cpc|cpm|cpv|ppc|sem|display|banner|retargeting|ads?|paid)$|^paid[ _-]?(?:search|social)$/;
const GOOGLE_SEARCH = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Names that are always counted; of other ones only so many a day. */
export const KNOWN_SOURCES: ReadonlySet<string> = new Set([
  ...SITES.map(([, name]) => name),
  ...[...CAMPAIGN_SOURCES.values()].flatMap(({ name, ads }) => [name, ...(ads ? [ads] : [])]),
  EMAIL,
  TEXT_MESSAGE,
  DIRECT,
  NOT_SHARED,
  OTHER_SOURCES,
]);

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The source of a visit in words for reports: an ad platform, a search engine, a campaign's own
 * words, or the host of the site with the link. A click ID outweighs words, words outweigh the host.
 * @param options.gpc the browser asks not to be tracked
 */
export function classifySource(touch: Touch, { gpc }: { gpc: boolean }): string {
  const medium = touch.utm_medium?.toLowerCase() ?? "";
  const source = touch.utm_source?.toLowerCase() ?? "";
  const name =
    classifyClick(touch) ??
    classifyCampaign(source, medium) ??
    classifyReferrer(touch) ??
    (gpc ? NOT_SHARED : DIRECT);
  return name.slice(0, MAX_SOURCE_LENGTH);
}

function classifyClick(touch: Touch): string | null {
  if (touch.gclid ?? touch.gbraid ?? touch.wbraid) return GOOGLE_ADS;
  if (touch.msclkid) return MICROSOFT_ADS;
  // Facebook adds its ID to every link, also to those of posts.
  return touch.ttclid ? TIKTOK_ADS : null;
}

function classifyCampaign(source: string, medium: string): string | null {
  if (/^e[ _-]?mail$|^newsletter$/.test(medium))
    return source ? `${capitalize(source)} (email)` : EMAIL;
  if (/^(?:sms|text)$/.test(medium)) return TEXT_MESSAGE;
  const known = CAMPAIGN_SOURCES.get(source);
  const isPaid = PAID.test(medium);
  if (known) return (isPaid && known.ads) || known.name;
  if (source) return isPaid ? `${capitalize(source)} (paid)` : capitalize(source);
  return null;
}

function classifyReferrer({ referrer, fbclid }: Touch): string | null {
  if (!referrer) return fbclid ? "Facebook" : null;
  const site = SITES.find(([ending]) => referrer === ending || referrer.endsWith(`.${ending}`));
  if (site) return site[1];
  return GOOGLE_SEARCH.test(referrer) ? "Google organic" : referrer.replace(/^www\./, "");
}
