import { DUPLICATE_WINDOW_HOURS } from "#app/features/requests/constants.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { createPeople, type DemoPerson } from "./make-person.ts";
import type { Random } from "./make-random.ts";

/** Shares of those who send the same once more in a day, and who come back for something else. */
const SENDS_AGAIN = 0.022;
const COMES_BACK = 0.05;
const GIVES_EMAIL = 0.86;
const WINDOW_MS = DUPLICATE_WINDOW_HOURS * HOUR_MS;
/** Of the latest requests so many are looked at for one that comes again. */
const LATEST = 50;

export type Customer<Service> = {
  person: DemoPerson;
  email: string | null;
  at: number;
  service: Service;
};
type Asked<Service> = { at: number; pickService: () => Service };

/**
 * Who asks for what next: mostly somebody new, sometimes somebody known. `isAgain` where the same
 * person asked within the time in which the product calls it a duplicate.
 */
export function createCustomers<Service>(): (
  random: Random,
  asked: Asked<Service>,
) => Customer<Service> & { isAgain: boolean } {
  const makePerson = createPeople("customer");
  const known: Customer<Service>[] = [];
  const latest: Customer<Service>[] = [];
  const meet = (customer: Customer<Service>, { at, service }: { at: number; service: Service }) => {
    const isAgain = at - customer.at < WINDOW_MS;
    Object.assign(customer, { at, service });
    latest.push(customer);
    if (latest.length > LATEST) latest.shift();
    return { ...customer, isAgain };
  };
  return (random, { at, pickService }) => {
    const service = pickService();
    if (random.chance(SENDS_AGAIN)) {
      const today = latest.filter((one) => at - one.at < WINDOW_MS);
      if (today.length > 0) {
        const again = random.pick(today);
        return meet(again, { at, service: again.service });
      }
    }
    const returning = known.length > 0 && random.chance(COMES_BACK) ? random.pick(known) : null;
    // Whoever comes back has another trouble, some days later.
    if (returning && at - returning.at >= WINDOW_MS && returning.service !== service)
      return meet(returning, { at, service });
    const person = makePerson(random);
    if (!person) return meet(random.pick(known), { at, service });
    const customer = {
      person,
      email: random.chance(GIVES_EMAIL) ? person.email : null,
      at: Number.NEGATIVE_INFINITY,
      service,
    };
    known.push(customer);
    return meet(customer, { at, service });
  };
}
