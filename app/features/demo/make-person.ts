import { createWeightedPicker, type Random } from "./make-random.ts";
import { CUSTOMER_LINES, createNumbers, PROVIDER_LINES } from "./phone-numbers.ts";
import { PLACES, type Place } from "./places.ts";
import { MARKETS } from "./trades.ts";
import { FIRST_NAMES, LAST_NAMES, STREET_KINDS, STREETS } from "./words.ts";

/** How much likelier a person lives where the demo's companies work. */
const IN_MARKET = 8;
const pickPlace = createWeightedPicker(
  PLACES,
  ({ city, weight }) => weight * (MARKETS.includes(city) ? IN_MARKET : 1),
);
/**
 * How often another name is tried where somebody has this one already; a country has some who share
 * theirs.
 */
const NAME_TRIES = 12;

/**
 * The numbers of phones and the ones in e-mail addresses: none is both a customer's and a
 * provider's.
 */
const KINDS = {
  customer: { lines: CUSTOMER_LINES, mailNumbers: [1, 99] },
  provider: { lines: PROVIDER_LINES, mailNumbers: [100, 199] },
} as const;

export type DemoPerson = {
  name: string;
  email: string;
  phone: string;
  phoneE164: string;
  address: string;
  place: Place;
  zip: string;
};

/**
 * Makes people who do not exist, each with a phone number and an e-mail address of their own:
 * numbers that no one has (555-0100 to 555-0199), addresses at example.com. Null when no number is
 * left.
 */
export function createPeople(
  kind: keyof typeof KINDS,
): (random: Random, place?: Place) => DemoPerson | null {
  const { lines, mailNumbers } = KINDS[kind];
  const [least, most] = mailNumbers;
  const giveNumber = createNumbers(lines);
  const names = new Set<string>();
  const emails = new Set<string>();
  const pickName = (random: Random) => {
    let name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    for (let tries = 1; tries < NAME_TRIES && names.has(name); tries++)
      name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    names.add(name);
    return name;
  };
  return (random, place = pickPlace(random)) => {
    const number = giveNumber(random, place);
    if (!number) return null;
    const { areaCode, line } = number;
    const name = pickName(random);
    const mailbox = name.toLowerCase().replace(" ", ".");
    let email = `${mailbox}${random.between(least, most)}@example.com`;
    if (emails.has(email)) email = `${mailbox}${areaCode}${line}@example.com`;
    emails.add(email);
    return {
      name,
      email,
      phone: `(${areaCode}) 555-${line}`,
      phoneE164: `+1${areaCode}555${line}`,
      address: `${random.between(10, 4_900)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
      place,
      zip: random.pick(place.zips),
    };
  };
}
