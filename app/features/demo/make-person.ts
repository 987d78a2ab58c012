import { type Random, weightedPicker } from "./make-random.ts";
import { PLACES, type Place } from "./places.ts";
import { MARKETS } from "./trades.ts";
import { FIRST_NAMES, LAST_NAMES, STREET_KINDS, STREETS } from "./words.ts";

/** How much likelier a person lives where the demo's companies work. */
const IN_MARKET = 8;
const pickPlace = weightedPicker(PLACES, ({ city, weight }) => weight * (MARKETS.includes(city) ? IN_MARKET : 1));

export type DemoPerson = { name: string; email: string; phone: string; phoneE164: string; address: string; place: Place; zip: string };

/** A person who does not exist: a number that no one has (555-0100 to 555-0199), an address at example.com. */
export function makePerson(random: Random, place: Place = pickPlace(random)): DemoPerson {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const line = `01${String(random.between(0, 99)).padStart(2, "0")}`;
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${random.between(1, 99)}@example.com`.toLowerCase(),
    phone: `(${place.areaCode}) 555-${line}`,
    phoneE164: `+1${place.areaCode}555${line}`,
    address: `${random.between(10, 4_900)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    place,
    zip: random.pick(place.zips),
  };
}
