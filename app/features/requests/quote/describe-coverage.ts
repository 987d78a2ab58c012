type Coverage = {
  zip: string;
  /** Null for a ZIP code that does not exist. */
  city: string | null;
  /** Such as "roofer"; "professional" for an unknown service. */
  trade: string;
  /**
   * Verified providers that cover the ZIP code, by whether they list the trade itself or only its
   * category.
   */
  providers: { listed: number; inCategory: number };
  persona: string;
};

const formatPlural = (trade: string) =>
  trade.endsWith("man") ? trade.replace(/man$/, "men") : `${trade}s`;

/**
 * The sentence under "Service Available". Counts verified providers only, and for the trade only
 * those who list it, not those who list its category.
 */
export function describeCoverage({ zip, city, trade, providers, persona }: Coverage): string {
  if (city === null)
    return `We can't find ZIP code ${zip}. Please check the five digits, or call us and tell us where you are.`;
  const [count, name] =
    providers.listed > 0 ? [providers.listed, trade] : [providers.inCategory, "professional"];
  if (count === 0)
    return `No verified ${trade} is listed in ${city} yet. We take your request, and ${persona} looks for one.`;
  return count === 1
    ? `One verified ${name} covers ${city}.`
    : `${count} verified ${formatPlural(name)} cover ${city}.`;
}
