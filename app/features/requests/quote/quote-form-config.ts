import type { ConsentWording } from "#app/features/consent/consent-text.ts";

export type QuoteFormConfig = {
  brand: string;
  persona: string;
  phone: string;
  /** Names the caller to the contact-sync function; no secret. */
  publicKey: string;
  consent: { id: string; wording: ConsentWording };
  /** Names of the services for vehicles: their form asks for a vehicle and not for a property. */
  vehicleServices: string[];
};
