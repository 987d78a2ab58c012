import { CLICK_FIELDS, type Touch } from "#app/features/analytics/touch.ts";

/**
 * A touch as a sentence for staff, without its click ID: "Google Ads, campaign AC repair; landed on
 * /home-services/air-conditioning".
 * @param source its name for reports
 */
export function describeTouch(source: string, touch: Touch | null): string {
  if (!touch) return source;
  const words = [
    source,
    touch.utm_campaign && `campaign ${touch.utm_campaign}`,
    touch.utm_term && `search words ${touch.utm_term}`,
    touch.utm_content && `ad ${touch.utm_content}`,
    touch.referrer && touch.referrer !== source && `from ${touch.referrer}`,
    CLICK_FIELDS.some((name) => touch[name]) && "with a click ID",
  ].filter(Boolean);
  return `${words.join(", ")}${touch.landing ? `; landed on ${touch.landing}` : ""}`;
}
