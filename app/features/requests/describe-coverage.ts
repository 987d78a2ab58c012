type Coverage = {
  zip: string;
  /** Null for a ZIP code that does not exist. */
  city: string | null;
  /** "roofer"; "professional" where no service is known. */
  trade: string;
  /** Verified providers that cover the ZIP code. */
  providers: number;
  persona: string;
};

const plural = (trade: string) => (trade.endsWith("man") ? trade.replace(/man$/, "men") : `${trade}s`);

/** The sentence under "Service Available": what is true of the place. */
export function describeCoverage({ zip, city, trade, providers, persona }: Coverage): string {
  if (city === null) return `We can't find ZIP code ${zip}. Please check the five digits, or call us and tell us where you are.`;
  if (providers === 0) return `We take requests in ${city}. No verified ${trade} is listed there yet, so ${persona} looks for one.`;
  return providers === 1 ? `One verified ${trade} covers ${city}.` : `${providers} verified ${plural(trade)} cover ${city}.`;
}
