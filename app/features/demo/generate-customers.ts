import { DUPLICATE_WINDOW_HOURS } from "#app/features/requests/constants.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { createPersonGenerator, type DemoPerson } from "./generate-people.ts";
import type { Random } from "./seeded-random.ts";

/** Shares of requests that are duplicates, come from a returning customer, or have an email address. */
const DUPLICATE_SHARE = 0.022;
const RETURNING_SHARE = 0.05;
const EMAIL_SHARE = 0.86;
const WINDOW_MS = DUPLICATE_WINDOW_HOURS * HOUR_MS;
/** A duplicate repeats one of this many latest requests. */
const LATEST_COUNT = 50;

export type Customer<Service> = {
  person: DemoPerson;
  email: string | null;
  at: number;
  service: Service;
};
type Visit<Service> = { at: number; pickService: () => Service };

/**
 * Generates the customer of the next request: mostly a new one, sometimes a known one.
 * `isDuplicate`: the same person asked within the time in which the product calls it a duplicate.
 */
export function createCustomerGenerator<Service>(): (
  random: Random,
  visit: Visit<Service>,
) => Customer<Service> & { isDuplicate: boolean } {
  const generatePerson = createPersonGenerator("customer");
  const known: Customer<Service>[] = [];
  const latest: Customer<Service>[] = [];
  const recordVisit = (
    customer: Customer<Service>,
    { at, service }: { at: number; service: Service },
  ) => {
    const isDuplicate = at - customer.at < WINDOW_MS;
    Object.assign(customer, { at, service });
    latest.push(customer);
    if (latest.length > LATEST_COUNT) latest.shift();
    return { ...customer, isDuplicate };
  };
  return (random, { at, pickService }) => {
    const service = pickService();
    if (random.chance(DUPLICATE_SHARE)) {
      const today = latest.filter((customer) => at - customer.at < WINDOW_MS);
      if (today.length > 0) {
        const repeated = random.pick(today);
        return recordVisit(repeated, { at, service: repeated.service });
      }
    }
    const returning =
      known.length > 0 && random.chance(RETURNING_SHARE) ? random.pick(known) : null;
    // A returning customer has another problem, some days later.
    if (returning && at - returning.at >= WINDOW_MS && returning.service !== service)
      return recordVisit(returning, { at, service });
    const person = generatePerson(random);
    if (!person) return recordVisit(random.pick(known), { at, service });
    const customer = {
      person,
      email: random.chance(EMAIL_SHARE) ? person.email : null,
      at: Number.NEGATIVE_INFINITY,
      service,
    };
    known.push(customer);
    return recordVisit(customer, { at, service });
  };
}
