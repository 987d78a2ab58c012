import type { AppContext } from "#app/app-context.ts";
import { parseBusinessHours } from "#app/lib/business-hours.ts";
import { formatZone } from "#app/lib/format-values.ts";
import { getOfferSettings } from "../queries.server.ts";
import { buildRules, type RuleSection } from "./build-rules.ts";

/** What business hours are where the setting cannot be read: `FALLBACK_HOURS` in words. */
const FALLBACK_TEXT = "Monday to Friday, 9 AM to 5 PM";

/** The rules with the numbers that hold now. */
export async function loadRules({
  db,
  now,
  settings,
}: Pick<AppContext, "db" | "now" | "settings">): Promise<RuleSection[]> {
  const [offers, { regularHours, timeZone }] = await Promise.all([
    getOfferSettings(db),
    settings.get(),
  ]);
  return buildRules({
    ...offers,
    businessHours: parseBusinessHours(regularHours) ? regularHours : FALLBACK_TEXT,
    zone: formatZone(now(), timeZone),
  });
}
