import { z } from "zod";
import { EVIDENCE_CHECKS } from "#app/db/tables/providers.server.ts";
import { readYaml } from "#app/lib/content.server.ts";
import type { SiteSettings } from "./schema.ts";

/** What a claim needs to be true; docs/content.md says how each is measured. */
const evidenceSchema = z.discriminatedUnion("measure", [
  /** Average stars of all reviews, from so many reviews on. */
  z.strictObject({
    measure: z.literal("rating"),
    average: z.number(),
    reviews: z.int().positive(),
  }),
  /** Median minutes of business hours until staff answer, from so many requests on. */
  z.strictObject({
    measure: z.literal("first-response"),
    minutes: z.number(),
    requests: z.int().positive(),
  }),
  /** Every active provider has valid evidence of each check. */
  z.strictObject({
    measure: z.literal("checks"),
    checks: z.array(z.enum(EVIDENCE_CHECKS)).min(1),
  }),
  /** Verified providers cover every one of the largest cities. */
  z.strictObject({ measure: z.literal("coverage") }),
  /** Nothing that is recorded can show it. */
  z.strictObject({ measure: z.literal("none") }),
]);
export type ClaimEvidence = z.infer<typeof evidenceSchema>;

const claimsSchema = z.array(
  z.strictObject({
    id: z.string(),
    wording: z.string(),
    neutral: z.string(),
    title: z.string(),
    neutralTitle: z.string(),
    evidence: evidenceSchema,
  }),
);
export type Claim = z.infer<typeof claimsSchema>[number];

let claims: Claim[] | undefined;

/** Every absolute claim of the site with its neutral wording, from content/claims.yaml. */
export function listClaims(): Claim[] {
  claims ??= readYaml("claims.yaml", claimsSchema);
  return claims;
}

/** What the privacy policy says about hashed contact data in files for ad platforms. */
const SENDS_NO_CONTACT_HASHES =
  "We do not send an ad company your name, phone number or email address, not even in scrambled form.";
const SENDS_CONTACT_HASHES =
  "With it we may send your phone number and email address in scrambled form (hashed). The ad company can match them with the accounts of its own users, to see who saw or clicked our ad.";

/** The values of content tokens: settings by name, `adContactHashes` for the privacy policy, `claim:<id>` and `claim-title:<id>`. */
export function getContentTokens(site: SiteSettings): Record<string, string> {
  const tokens: Record<string, string> = {
    brand: site.brand,
    persona: site.persona,
    company: site.company,
    phone: site.phone,
    email: site.email,
    helpEmail: site.helpEmail,
    policyDate: site.policyDate,
    regularHours: site.regularHours,
    emergencyHours: site.emergencyHours,
    serviceArea: site.serviceArea,
    adContactHashes: site.adContactHashesSince ? SENDS_CONTACT_HASHES : SENDS_NO_CONTACT_HASHES,
  };
  for (const claim of listClaims()) {
    const isNeutral =
      site.neutralClaims.includes(claim.id) || site.unprovenClaims.includes(claim.id);
    tokens[`claim:${claim.id}`] = isNeutral ? claim.neutral : claim.wording;
    tokens[`claim-title:${claim.id}`] = isNeutral ? claim.neutralTitle : claim.title;
  }
  return tokens;
}
