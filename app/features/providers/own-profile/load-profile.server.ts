import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { providerSettings, type StoredArea } from "#app/db/tables/providers.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatInstant, formatZone } from "#app/lib/format-values.ts";
import { measureAreas, summarizeArea } from "../areas/measure-areas.server.ts";
import { getBusinessZone } from "../availability/business-zone.server.ts";
import type { ReviewedField } from "../changes/constants.ts";
import { describeChange } from "../changes/describe-change.ts";
import { getLastDecision } from "../changes/queries.server.ts";
import { getPendingChange } from "../changes/request-change.server.ts";
import { formatFullDay } from "../format-provider.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { getProvider } from "../profile/queries.server.ts";
import { listServiceChoices } from "../profile/service-choices.server.ts";
import { listMailTopics } from "./list-mail-topics.server.ts";
import {
  getHoursFingerprint,
  getJobValueFingerprint,
  getOfferWishes,
} from "./save-availability.server.ts";

type LoadContext = Pick<AppContext, "db" | "now" | "settings">;

/** What the profile page shows of a provider; null where there is none. */
export async function loadOwnProfile(
  { db, now: clock, settings }: LoadContext,
  { providerId }: { providerId: string },
) {
  const [site, provider] = await Promise.all([settings.get(), getProvider(db, providerId)]);
  if (!provider) return null;
  const [mailTopics, wishes, areas, pending, decision] = await Promise.all([
    listMailTopics(db, { providerId, contactEmail: provider.contactEmail }),
    getOfferWishes(db, providerId),
    getAreas(db, providerId),
    getPendingChange(db, providerId),
    getLastDecision(db, providerId),
  ]);
  const now = clock();
  const timeZone = getBusinessZone(provider.zip, site.timeZone);
  const isPaused = wishes.pausedUntil !== null && wishes.pausedUntil > now;
  const { verified_until: _until, ...values } = toProfile(provider, site.timeZone);
  return {
    version: provider.version,
    values,
    pending: pending && {
      lines: describeChange(pending.changes, values),
      asked: formatFullDay(toBusinessDay(pending.createdAt, site.timeZone)),
      values: Object.fromEntries(
        Object.entries(pending.changes).map(([field, { after }]) => [field, after]),
      ) as Partial<Record<ReviewedField, unknown>>,
    },
    /** Why the last changes were refused, unless others wait by now. */
    refusal:
      !pending && decision?.state === "refused"
        ? { lines: describeChange(decision.changes, values), reason: decision.refusal }
        : null,
    choices: listServiceChoices(),
    areas,
    area: describeArea(areas, provider.zips),
    jobValue: {
      min: wishes.minJobValue,
      max: wishes.maxJobValue,
      opened: getJobValueFingerprint(wishes),
    },
    hours: {
      days: wishes.offerHours,
      most: wishes.maxOffersPerDay,
      opened: getHoursFingerprint(wishes),
    },
    pausedUntil:
      isPaused && wishes.pausedUntil ? formatInstant(wishes.pausedUntil, timeZone) : null,
    zone: formatZone(now, timeZone),
    hasOwnZone: provider.zip !== null,
    today: toBusinessDay(now, timeZone),
    mailTopics,
  };
}
export type OwnProfile = NonNullable<Awaited<ReturnType<typeof loadOwnProfile>>>;

async function getAreas(db: Database, providerId: string): Promise<StoredArea[] | null> {
  const [stored] = await db
    .select({ areas: providerSettings.areas })
    .from(providerSettings)
    .where(eq(providerSettings.providerId, providerId));
  return stored?.areas ?? null;
}

/** An area in words: a sentence, and a line for each entry. */
export function describeArea(areas: readonly StoredArea[] | null, zips: readonly string[]) {
  return {
    sentence: summarizeArea(areas, zips),
    lines: areas ? measureAreas(areas).lines : [],
  };
}
