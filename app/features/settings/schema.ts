import { z } from "zod";

const text = (max: number) => z.string().trim().min(1).max(max);

/** Everything about the business that pages, consent texts and mails name. Defaults serve a fresh machine. */
export const siteSettingsSchema = z.object({
  brand: text(60).default("Henry's Helpline"),
  persona: text(30).default("Henry"),
  company: text(80).default("Henry's Helpline LLC"),
  /** A number reserved for fiction until the operator sets the real one. */
  phone: text(30).default("(800) 555-0199"),
  email: z.email().default("support@henryshelpline.example"),
  helpEmail: z.email().default("help@henryshelpline.example"),
  regularHours: text(60).default("7 AM - 9 PM"),
  emergencyHours: text(60).default("24/7"),
  serviceArea: text(80).default("All major US cities"),
  policyDate: text(20).default("4/1/2025"),
  copyrightYear: text(9).default("2025"),
  timeZone: text(60).default("America/New_York"),
  /** Ids of the claims that are shown in their neutral wording. */
  neutralClaims: z.array(z.string()).default([]),
  /** Names under the neutral marks of the insurance strip; no trademarks. */
  insurancePartners: z.array(text(40)).max(8).default(["Homeowner policies", "Renter policies", "Auto policies", "Home warranty plans", "Flood policies"]),
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;
