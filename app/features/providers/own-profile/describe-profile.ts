import type { StoredArea, StoredOfferHours } from "#app/db/tables/providers.server.ts";
import { formatDollars, formatQuantity } from "#app/lib/format-values.ts";
import { formatSpan, WEEKDAYS } from "../availability/availability.ts";

/** Names that one line has room for. */
const NAMED = 3;
/** Weekdays as people list them, from Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** "Plumbing, Roofing, Masonry and 2 more". */
function nameFew(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(", ")} and ${more} more` : names.join(", ");
}

/** "30 ZIP codes within 10 miles of 78701"; `areas` is null for a plain list of ZIP codes. */
export function describeOwnArea(
  areas: readonly StoredArea[] | null,
  zips: readonly string[],
): string {
  if (zips.length === 0) return "No ZIP code yet, so no offers can reach you";
  const count = formatQuantity(zips.length, "ZIP code");
  if (areas === null) return `A list of ${count}`;
  const [only] = areas;
  if (only && areas.length === 1)
    return only.miles === 0
      ? `ZIP code ${only.zip} only`
      : `${count} within ${only.miles} miles of ${only.zip}`;
  return `${count} around ${nameFew(areas.map(({ zip }) => zip))}`;
}

export const describeServices = (names: readonly string[]): string =>
  names.length > 0 ? nameFew(names) : "None yet, so no offers can reach you";

/** "$250 to $5,000", "$250 or more", "Up to $5,000". */
export function describeJobValue({ min, max }: { min: number | null; max: number | null }): string {
  if (min !== null && max !== null) return `${formatDollars(min)} to ${formatDollars(max)}`;
  if (min !== null) return `${formatDollars(min)} or more`;
  return max === null ? "Jobs of any size" : `Up to ${formatDollars(max)}`;
}

type TakenOffers = { days: StoredOfferHours | null; most: number | null };

/** "Mon–Fri 8 AM to 6 PM, Sat all day; at most 5 offers a day". */
export function describeHours({ days, most }: TakenOffers): string {
  const hours = days ? describeWeek(days) : "At any time";
  return most === null ? hours : `${hours}; at most ${formatQuantity(most, "offer")} a day`;
}

/** Days in a row with the same hours are one entry; days without offers are left out. */
function describeWeek(days: StoredOfferHours): string {
  const runs: { first: string; last: string; hours: string }[] = [];
  let previous: string | null = null;
  for (const day of WEEK) {
    const name = WEEKDAYS[day]?.slice(0, 3) ?? "";
    const hours = days[day] ? formatSpan(days[day]) : null;
    const run = runs.at(-1);
    if (hours && run && hours === previous) run.last = name;
    else if (hours) runs.push({ first: name, last: name, hours });
    previous = hours;
  }
  return runs
    .map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`)
    .join(", ");
}

type CompanyValues = {
  company_name: string;
  business_city: string | null;
  business_state: string | null;
  business_zip: string | null;
};

/** "Peach Plumbing, Atlanta, GA 30303". */
export function describeCompany(company: CompanyValues): string {
  const { company_name: name, business_city: city, business_state, business_zip } = company;
  const region = [business_state, business_zip].filter(Boolean).join(" ");
  return [name, city, region].filter(Boolean).join(", ");
}

export type MailTopicNames = {
  topic: string;
  names: readonly string[];
  /** Some of these emails are sent even where nobody chose them. */
  isSentAnyway: boolean;
}[];

/** "New offers go to Pat and us@peach.example". */
export function describeMails(topics: Pick<MailTopicNames[number], "topic" | "names">[]): string {
  const [offers] = topics;
  return offers && offers.names.length > 0
    ? `${offers.topic} go to ${nameFew(offers.names)}`
    : "Nobody gets new offers by email";
}
