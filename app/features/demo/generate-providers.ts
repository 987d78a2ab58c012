import { DAY_MS } from "#app/lib/durations.ts";
import { createPersonGenerator, type DemoPerson } from "./generate-people.ts";
import type { DemoService } from "./generate-requests.ts";
import { PLACES } from "./places.ts";
import {
  createSeededRandom,
  createSharePicker,
  createWeightedPicker,
  type Random,
} from "./seeded-random.ts";
import { MARKETS, TRADES, type Trade } from "./trades.ts";
import { COMPANY_ENDS, COMPANY_PLACES, PACKAGE_TIERS } from "./words.ts";
import { toIso } from "./work-rows.ts";

export const PROVIDERS = 72;
/** The first trades exist in every market; others are picked. */
const TRADES_EVERYWHERE = 4;

const pickVerification = createSharePicker([
  ["verified", 70],
  ["pending", 14],
  ["expired", 9],
  ["rejected", 7],
] as const);
const pickSubscription = createSharePicker([
  ["active", 68],
  ["trialing", 12],
  ["past_due", 9],
  ["canceled", 11],
] as const);
const MARKET_PLACES = MARKETS.map((city) => PLACES.find((place) => place.city === city)).filter(
  (place) => place !== undefined,
);
const pickOther = createWeightedPicker(TRADES.slice(TRADES_EVERYWHERE), ({ weight }) => weight);
const cents = (amount: number) => Math.round(amount * 100) / 100;

type Options = { seed: number; now: Date; services: readonly DemoService[] };

export type DemoProvider = ReturnType<typeof generateProvider>["provider"];
export type DemoMarket = ReturnType<typeof generateProviders>;

/**
 * Providers with their subscription and settings, each with one trade in one city; none has an
 * account at a payment company.
 */
export function generateProviders({ seed, now, services }: Options) {
  const random = createSeededRandom(seed, "providers");
  const names = new Map(services.map(({ slug, name }) => [slug, name]));
  const generatePerson = createPersonGenerator("provider");
  const generated = Array.from({ length: PROVIDERS }, (_, index) => {
    const round = Math.floor(index / MARKET_PLACES.length);
    const trade = TRADES[round] && round < TRADES_EVERYWHERE ? TRADES[round] : pickOther(random);
    const person = generatePerson(random, MARKET_PLACES[index % MARKET_PLACES.length]);
    if (!person) throw new Error("there are more providers than phone numbers for them");
    return generateProvider(random, { index, now: now.getTime(), person, trade, names });
  });
  const providers = generated.map((entry) => entry.provider);
  const evidence = generateEvidence({ seed, now, providers });
  return {
    providers,
    subscriptions: generated.flatMap((entry) => entry.subscription ?? []),
    settings: generated.map((entry) => entry.settings),
    evidence,
  };
}

type ProviderOptions = {
  index: number;
  now: number;
  person: DemoPerson;
  trade: Trade;
  names: ReadonlyMap<string, string>;
};

function generateProvider(random: Random, { index, now, person, trade, names }: ProviderOptions) {
  const created = now - random.between(20, 700) * DAY_MS;
  const id = random.uuidAt(created);
  const verification = pickVerification(random);
  const wasVerified = verification === "verified" || verification === "expired";
  const [main = "", ...others] = trade.slugs.flatMap((slug) => names.get(slug) ?? []);
  const minZips = Math.ceil(person.place.zips.length / 2);
  const provider = {
    id,
    // Each pair of words is used once, so that no two companies share a name.
    company_name: `${COMPANY_PLACES[index % COMPANY_PLACES.length]} ${trade.label} ${COMPANY_ENDS[Math.floor(index / COMPANY_PLACES.length) % COMPANY_ENDS.length]}`,
    contact_name: person.name,
    contact_email: person.email,
    phone: person.phone,
    business_address: person.address,
    business_city: person.place.city,
    business_state: person.place.state,
    business_zip: person.zip,
    service_categories: [main, ...others.filter(() => random.chance(0.75))],
    service_area_zips: person.place.zips.slice(
      0,
      random.between(minZips, person.place.zips.length),
    ),
    verification_status: verification,
    verified_until:
      verification === "verified"
        ? toIso(now + random.between(15, 330) * DAY_MS)
        : verification === "expired"
          ? toIso(now - random.between(3, 90) * DAY_MS)
          : null,
    // Posted to the ledger later.
    credits: 0,
    reputation: wasVerified ? cents(3.4 + random.next() * 1.6) : null,
    // Counted when the jobs are generated.
    jobs_completed: 0,
    is_demo: true,
    created_at: toIso(created),
  };
  const status = pickSubscription(random);
  const subscription = {
    id: random.uuidAt(created),
    provider_id: id,
    status,
    package_tier: random.pick(PACKAGE_TIERS),
    current_period_end:
      status === "canceled"
        ? toIso(now - random.between(5, 200) * DAY_MS)
        : toIso(now + random.between(1, 30) * DAY_MS),
    is_demo: true,
    created_at: toIso(created),
  };
  const minimum = random.between(1, 10) * 50;
  const settings = {
    provider_id: id,
    call_routing_phone: random.chance(0.7) ? person.phone : null,
    email_notifications: random.chance(0.9),
    sms_notifications: random.chance(0.4),
    min_job_value: random.chance(0.6) ? minimum : null,
    max_job_value: random.chance(0.4) ? minimum + random.between(5, 200) * 100 : null,
    updated_at: toIso(created),
  };
  return { provider, subscription: wasVerified ? subscription : undefined, settings };
}

type VerifiedProvider = {
  id: string;
  verification_status: string;
  verified_until: string | null;
  created_at: string;
};

/**
 * License and insurance evidence of the providers who were ever verified; the insurance ends with the
 * verification.
 */
function generateEvidence({
  seed,
  now,
  providers,
}: {
  seed: number;
  now: Date;
  providers: VerifiedProvider[];
}) {
  const random = createSeededRandom(seed, "evidence");
  return providers.flatMap(({ id, verified_until: until, created_at: created }) => {
    if (!until) return [];
    const at = Math.min(now.getTime(), Date.parse(created) + random.between(1, 5) * DAY_MS);
    const row = (check: string, description: string, validUntil: string | null) => ({
      id: random.uuidAt(at),
      provider_id: id,
      check,
      description,
      checked_by: "Demo staff",
      valid_until: validUntil,
      created_at: toIso(at),
    });
    const insurance = row(
      "insurance",
      `Certificate of liability insurance, policy ${random.between(100_000, 999_999)}`,
      until.slice(0, 10),
    );
    return [
      row("license", `State license ${random.between(10_000, 99_999)}, seen online`, null),
      insurance,
    ];
  });
}
