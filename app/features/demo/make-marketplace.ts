import { makePerson } from "./make-person.ts";
import { makeRandom, type Random, weightedPicker } from "./make-random.ts";
import type { DemoService } from "./make-requests.ts";
import { DAY_MS, timePicker } from "./make-times.ts";
import { COMPANY_ENDS, COMPANY_PLACES, PACKAGE_TIERS } from "./words.ts";

export const PROVIDERS = 60;
export const HOMEOWNERS = 150;
export const JOBS = 360;

const pickVerification = weightedPicker([["verified", 70] as const, ["pending", 14] as const, ["expired", 9] as const, ["rejected", 7] as const], ([, weight]) => weight);
const pickSubscription = weightedPicker([["active", 68] as const, ["trialing", 12] as const, ["past_due", 9] as const, ["canceled", 11] as const], ([, weight]) => weight);
const iso = (ms: number) => new Date(ms).toISOString();
const cents = (amount: number) => Math.round(amount * 100) / 100;

type Options = { seed: number; now: Date; services: readonly DemoService[] };

/** Providers with their subscription and settings; none has an account at a payment company. */
export function makeProviders({ seed, now, services }: Options) {
  const random = makeRandom(seed, "providers");
  const made = Array.from({ length: PROVIDERS }, (_, index) => makeProvider(random, { index, now: now.getTime(), services }));
  const providers = made.map((one) => one.provider);
  const evidence = makeEvidence({ seed, now, providers });
  return { providers, subscriptions: made.flatMap((one) => one.subscription ?? []), settings: made.map((one) => one.settings), evidence };
}

function makeProvider(random: Random, { index, now, services }: { index: number; now: number; services: readonly DemoService[] }) {
  const person = makePerson(random);
  const created = now - random.between(20, 700) * DAY_MS;
  const id = random.uuidAt(created);
  const main = random.pick(services);
  const [verification] = pickVerification(random);
  const trained = verification === "verified" || verification === "expired";
  const provider = {
    id,
    // Each pair of words once, so that no two companies share a name.
    company_name: `${COMPANY_PLACES[index % COMPANY_PLACES.length]} ${main.name} ${COMPANY_ENDS[Math.floor(index / COMPANY_PLACES.length) % COMPANY_ENDS.length]}`,
    contact_name: person.name,
    contact_email: person.email,
    phone: person.phone,
    business_address: person.address,
    business_city: person.place.city,
    business_state: person.place.state,
    business_zip: person.zip,
    service_categories: [...new Set([main.name, ...Array.from({ length: random.between(0, 4) }, () => random.pick(services).name)])],
    service_area_zips: person.place.zips.slice(0, random.between(1, person.place.zips.length)),
    verification_status: verification,
    verified_until: verification === "verified" ? iso(now + random.between(15, 330) * DAY_MS) : verification === "expired" ? iso(now - random.between(3, 90) * DAY_MS) : null,
    credits: trained ? cents(random.next() * 400) : 0,
    reputation: trained ? cents(3.4 + random.next() * 1.6) : null,
    jobs_completed: trained ? random.between(0, 140) : 0,
    is_demo: true,
    created_at: iso(created),
  };
  const [status] = pickSubscription(random);
  const subscription = {
    id: random.uuidAt(created),
    provider_id: id,
    status,
    package_tier: random.pick(PACKAGE_TIERS),
    current_period_end: status === "canceled" ? iso(now - random.between(5, 200) * DAY_MS) : iso(now + random.between(1, 30) * DAY_MS),
    is_demo: true,
    created_at: iso(created),
  };
  const minimum = random.between(1, 10) * 50;
  const settings = {
    provider_id: id,
    call_routing_phone: random.chance(0.7) ? person.phone : null,
    email_notifications: random.chance(0.9),
    sms_notifications: random.chance(0.4),
    min_job_value: random.chance(0.6) ? minimum : null,
    max_job_value: random.chance(0.4) ? minimum + random.between(5, 200) * 100 : null,
    updated_at: iso(created),
  };
  return { provider, subscription: trained ? subscription : undefined, settings };
}

type Checked = { id: string; verification_status: string; verified_until: string | null; created_at: string };

/** What was seen of license and insurance of those who were ever verified; the insurance ends with the verification. */
function makeEvidence({ seed, now, providers }: { seed: number; now: Date; providers: Checked[] }) {
  const random = makeRandom(seed, "evidence");
  return providers.flatMap(({ id, verified_until: until, created_at: created }) => {
    if (!until) return [];
    const at = Math.min(now.getTime(), Date.parse(created) + random.between(1, 5) * DAY_MS);
    const row = (check: string, what: string, validUntil: string | null) => ({
      id: random.uuidAt(at),
      provider_id: id,
      check,
      what,
      checked_by: "Demo staff",
      valid_until: validUntil,
      created_at: iso(at),
    });
    const insurance = row("insurance", `Certificate of liability insurance, policy ${random.between(100_000, 999_999)}`, until.slice(0, 10));
    return [row("license", `State license ${random.between(10_000, 99_999)}, seen online`, null), insurance];
  });
}

export function makeHomeowners({ seed, now }: Options) {
  const random = makeRandom(seed, "homeowners");
  const pickTime = timePicker(seed, "homeowners", now);
  return Array.from({ length: HOMEOWNERS }, () => {
    const at = pickTime(random);
    const { name, email, phone } = makePerson(random);
    return { id: random.uuidAt(at), name, email, phone, setup_completed: random.chance(0.68), is_demo: true, created_at: iso(at) };
  });
}

type Ids = { id: string }[];

/** Jobs, the bids of providers on them, and what providers paid to see a customer's number. */
export function makeJobs({ seed, now, services, providers, homeowners }: Options & { providers: Ids; homeowners: Ids }) {
  const random = makeRandom(seed, "jobs");
  const pickTime = timePicker(seed, "jobs", now);
  const made = Array.from({ length: JOBS }, () => {
    const at = pickTime(random);
    const age = now.getTime() - at;
    const id = random.uuidAt(at);
    const bidders = [...new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(providers).id))];
    const won = age > DAY_MS && random.chance(0.8) ? bidders[0] : undefined;
    const bids = bidders.map((bidder) => {
      const bidAt = at + random.next() * Math.min(age, DAY_MS);
      const lost = won ? "declined" : "pending";
      const status = bidder === won ? "accepted" : lost;
      return { id: random.uuidAt(bidAt), provider_id: bidder, job_id: id, status, amount: random.between(8, 420) * 10, is_demo: true, created_at: iso(bidAt) };
    });
    const unlocks = bids
      .filter(() => random.chance(0.75))
      .map((bid) => ({ id: random.uuidAt(at), provider_id: bid.provider_id, bid_id: bid.id, amount_paid: cents(12 + random.next() * 70), paid_at: bid.created_at, is_demo: true }));
    const done = age > 10 * DAY_MS && random.chance(0.85) ? "completed" : "in_progress";
    const job = {
      id,
      service_type: random.pick(services).name,
      status: won ? done : "other",
      homeowner_id: random.pick(homeowners).id,
      provider_id: won ?? null,
      is_demo: true,
      created_at: iso(at),
    };
    return { job, bids, unlocks };
  });
  return { jobs: made.map((one) => one.job), bids: made.flatMap((one) => one.bids), unlocks: made.flatMap((one) => one.unlocks) };
}
