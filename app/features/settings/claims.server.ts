import { z } from "zod";
import { readYaml } from "#app/lib/content.server.ts";
import type { SiteSettings } from "./schema.ts";

const claimsSchema = z.array(
  z.strictObject({
    id: z.string(),
    wording: z.string(),
    neutral: z.string(),
    title: z.string(),
    neutralTitle: z.string(),
  }),
);
export type Claim = z.infer<typeof claimsSchema>[number];

let claims: Claim[] | undefined;

/** Every absolute claim of the site with its neutral wording, from content/claims.yaml. */
export function listClaims(): Claim[] {
  claims ??= readYaml("claims.yaml", claimsSchema);
  return claims;
}

/** The values of content tokens: settings by name, `claim:<id>` and `claim-title:<id>`. */
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
  };
  for (const claim of listClaims()) {
    const isNeutral = site.neutralClaims.includes(claim.id);
    tokens[`claim:${claim.id}`] = isNeutral ? claim.neutral : claim.wording;
    tokens[`claim-title:${claim.id}`] = isNeutral ? claim.neutralTitle : claim.title;
  }
  return tokens;
}
