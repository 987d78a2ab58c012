import { CUSTOMER_LINES, createNumberGenerator, PROVIDER_LINES } from "./phone-numbers.ts";
import { PLACES, type Place } from "./places.ts";
import { createWeightedPicker, type Random } from "./seeded-random.ts";
import { MARKETS } from "./trades.ts";
import { FIRST_NAMES, LAST_NAMES, STREET_KINDS, STREETS } from "./words.ts";

/** How much more likely a person lives in a market of the demo's companies. */
const MARKET_FACTOR = 8;
const pickPlace = createWeightedPicker(
  PLACES,
  ({ city, weight }) => weight * (MARKETS.includes(city) ? MARKET_FACTOR : 1),
);
/** Attempts to find a name that nobody has yet; after that two people share one. */
const NAME_ATTEMPTS = 12;

/** Ranges of phone lines and of the numbers in email addresses: customers and providers share none. */
const NUMBER_RANGES = {
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
 * Generates people who do not exist, each with a unique phone number that is reserved for fiction
 * (555-0100 to 555-0199) and a unique email address at example.com. Null when no number is left.
 */
export function createPersonGenerator(
  kind: keyof typeof NUMBER_RANGES,
): (random: Random, place?: Place) => DemoPerson | null {
  const { lines, mailNumbers } = NUMBER_RANGES[kind];
  const [min, max] = mailNumbers;
  const generateNumber = createNumberGenerator(lines);
  const names = new Set<string>();
  const emails = new Set<string>();
  const pickName = (random: Random) => {
    let name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    for (let attempt = 1; attempt < NAME_ATTEMPTS && names.has(name); attempt++)
      name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    names.add(name);
    return name;
  };
  return (random, place = pickPlace(random)) => {
    const number = generateNumber(random, place);
    if (!number) return null;
    const { areaCode, line } = number;
    const name = pickName(random);
    const mailbox = name.toLowerCase().replace(" ", ".");
    let email = `${mailbox}${random.between(min, max)}@example.com`;
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
