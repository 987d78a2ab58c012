import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { ConsentTexts } from "#app/features/consent/texts.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import type { QuoteFormConfig } from "./quote-form-config.ts";

/** Configuration of the wizard and of the plain form. */
export async function getQuoteFormConfig(options: {
  site: SiteSettings;
  texts: ConsentTexts;
  publicKey: string;
  sendsMail: boolean;
}): Promise<QuoteFormConfig> {
  const { site, texts, publicKey, sendsMail } = options;
  const consent = await texts.current(site);
  return {
    brand: site.brand,
    persona: site.persona,
    phone: site.phone,
    hours: {
      regularHours: site.regularHours,
      emergencyHours: site.emergencyHours,
      timeZone: site.timeZone,
    },
    publicKey,
    sendsMail,
    consent,
    vehicleServices: listVehicleServices(),
  };
}

/** Names of the services for vehicles, whose form asks about a vehicle. */
export const listVehicleServices = () =>
  listServiceFacts().flatMap(({ area, name }) => (area === "auto" ? [name] : []));
