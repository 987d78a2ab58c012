import type { ConsentWording } from "#app/features/consent/consent-text.ts";
import type { StaffHours } from "./describe-opening.ts";

export type QuoteFormConfig = {
  brand: string;
  persona: string;
  phone: string;
  /** There is a mail server: who left an address gets mails. */
  sendsMail: boolean;
  hours: StaffHours;
  /** Bearer token for the contact-sync function, which is public and not a secret. */
  publicKey: string;
  consent: { id: string; wording: ConsentWording };
  /** Names of the services for vehicles, whose form asks about a vehicle instead of a property. */
  vehicleServices: string[];
};
