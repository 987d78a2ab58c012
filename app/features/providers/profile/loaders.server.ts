import type { AppContext } from "#app/app-context.ts";
import { listStatement } from "#app/features/billing/statement/list-statement.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { formatCredits, formatDay, formatMoney } from "#app/lib/format-values.ts";
import { SHOWN_ENTRIES, type Tab } from "../constants.ts";
import { formatBalance, formatFullDay, formatVerifiedUntil } from "../format-provider.ts";
import { loadVerification } from "../verification/load-verification.server.ts";
import { toProfile } from "./check-profile.server.ts";
import {
  getPerformance,
  getProvider,
  getProviderSettings,
  getSubscription,
  listKeys,
  type StoredProvider,
} from "./queries.server.ts";
import { getSettingsFingerprint } from "./save-settings.server.ts";
import { listServiceChoices } from "./service-choices.server.ts";

type DetailContext = Pick<AppContext, "db" | "env" | "now" | "settings" | "vault">;

/** What one tab of a provider shows; null where the provider does not exist. */
export async function loadProviderDetail(
  app: DetailContext,
  options: { id: string; tab: Tab; staffName: string },
) {
  const { id, tab, staffName } = options;
  const [{ timeZone }, provider] = await Promise.all([app.settings.get(), getProvider(app.db, id)]);
  if (!provider) return null;
  const now = app.now();
  const time = { timeZone, now };
  return {
    tab,
    provider: buildHeader(provider, time),
    profile:
      tab === "profile"
        ? {
            values: toProfile(provider, timeZone),
            version: provider.version,
            choices: listServiceChoices(),
          }
        : null,
    settings: tab === "settings" ? await loadSettings(app, id) : null,
    billing: tab === "billing" ? await loadBilling(app, { provider, ...time }) : null,
    performance: tab === "performance" ? await loadPerformance(app, { id, ...time }) : null,
    verification:
      tab === "verification"
        ? await loadVerification(app.db, { provider, staffName, ...time })
        : null,
  };
}
export type ProviderDetailData = NonNullable<Awaited<ReturnType<typeof loadProviderDetail>>>;

type DisplayTime = { timeZone: string; now: Date };

const buildHeader = (provider: StoredProvider, { timeZone, now }: DisplayTime) => ({
  id: provider.id,
  companyName: provider.companyName,
  contactName: provider.contactName,
  status: provider.status,
  verifiedUntil: formatVerifiedUntil(provider.verifiedUntil, timeZone),
  hasLapsed: provider.verifiedUntil !== null && provider.verifiedUntil <= now,
  proposedStatus: provider.proposedStatus,
  proposedReason: provider.proposedReason,
  isDemo: provider.isDemo,
  since: formatFullDay(toBusinessDay(provider.createdAt, timeZone)),
});

async function loadSettings({ db, vault }: DetailContext, id: string) {
  const [values, keys] = await Promise.all([
    getProviderSettings(db, id),
    listKeys(db, { providerId: id, vault }),
  ]);
  return { values, fingerprint: getSettingsFingerprint(values), keys };
}

async function loadBilling(
  { db, env }: DetailContext,
  { provider, timeZone }: DisplayTime & { provider: StoredProvider },
) {
  const [subscription, { lines }] = await Promise.all([
    getSubscription(db, provider.id),
    listStatement(db, { providerId: provider.id, timeZone, limit: SHOWN_ENTRIES }),
  ]);
  const takenBack = lines.find(({ kind, amount }) => kind === "reversal" && amount < 0);
  return {
    stripeCustomerId: provider.stripeCustomerId,
    isConnected: env.STRIPE_SECRET_KEY !== undefined,
    timeZone,
    subscription: subscription && {
      ...subscription,
      periodEnd:
        subscription.periodEnd && formatFullDay(toBusinessDay(subscription.periodEnd, timeZone)),
    },
    credits: formatBalance(provider.credits),
    /** What the provider owes, and the payment that went back; null with a balance of zero or more. */
    owed:
      provider.credits < 0
        ? {
            credits: formatBalance(-provider.credits),
            reason: takenBack ? `${takenBack.day}: ${takenBack.text}.` : null,
          }
        : null,
    entries: lines.map(({ id, at, kind, amount, day, text }) => ({
      id,
      kind,
      text,
      amount: `${amount > 0 ? "+" : ""}${formatBalance(amount)}`,
      day,
      exact: formatExactTime(at, timeZone),
    })),
  };
}

async function loadPerformance(
  { db }: DetailContext,
  { id, timeZone, now }: DisplayTime & { id: string },
) {
  const { jobs, weeks, ...counts } = await getPerformance(db, { providerId: id, now });
  return {
    ...counts,
    jobs: jobs.map(({ createdAt, amount, inCredits, ...job }) => ({
      ...job,
      amount: amount === null ? null : inCredits ? formatCredits(amount) : formatMoney(amount),
      day: formatFullDay(toBusinessDay(createdAt, timeZone)),
      exact: formatExactTime(createdAt, timeZone),
    })),
    weeks: weeks.map(({ start, accepted }) => ({
      from: formatDay(toBusinessDay(start, timeZone)),
      accepted,
    })),
  };
}
