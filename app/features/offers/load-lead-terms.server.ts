import type { AppContext } from "#app/app-context.ts";
import { DEFAULT_CREDIT_PRICE } from "#app/features/billing/constants.ts";
import { getCreditPrice } from "#app/features/billing/credit-price.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { noteStaleRead } from "#app/lib/stale-cache.server.ts";
import { type Fact, formatJobTitle, listJobFacts } from "./job-facts.server.ts";
import { getOfferSettings } from "./queries.server.ts";
import { type OfferSettings, offerSettingsSchema } from "./schema.ts";

export type LeadTerms = Pick<OfferSettings, "offerCost" | "offerMinutes"> & {
  /** Dollars. */
  creditPrice: number;
};
export type ExampleJob = { title: string; facts: Fact[]; description: string };

/** What a lead costs now; the defaults while the database is down. */
export async function loadLeadTerms({ db }: Pick<AppContext, "db">): Promise<LeadTerms> {
  try {
    const [{ offerCost, offerMinutes }, creditPrice] = await Promise.all([
      getOfferSettings(db),
      getCreditPrice(db),
    ]);
    return { offerCost, offerMinutes, creditPrice };
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    // A page with defaults must not stay.
    noteStaleRead();
    const { offerCost, offerMinutes } = offerSettingsSchema.parse({});
    return { offerCost, offerMinutes, creditPrice: DEFAULT_CREDIT_PRICE };
  }
}

/** An invented job, in the words of a real offer; the page marks it as an example. */
export function getExampleJob(): ExampleJob {
  const job = { serviceType: "Plumbing", city: "Decatur", zip: "30030" };
  return {
    title: formatJobTitle(job),
    facts: listJobFacts({
      ...job,
      timeframe: "urgent",
      details: { urgency_level: "this-week" },
    }),
    description:
      "Water heater drips from the valve at the bottom. Gas, 40 gallons, 11 years old. The cold water is off. Call me at [hidden].",
  };
}
