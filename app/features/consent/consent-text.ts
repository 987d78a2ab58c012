import type { ConsentTemplate } from "#app/features/settings/consent-template.ts";

export const CONSENT_PURPOSE = "quote-request";

/** The sentence pair above Submit: its first part is the consent, its second the terms. */
export type ConsentWording = {
  consent: string;
  termsBefore: string;
  terms: string;
  between: string;
  privacy: string;
  after: string;
};

const TERMS_LINK = "{terms}";
const PRIVACY_LINK = "{privacy}";

/** The wording with the names and the number of the business in it. */
export function consentWording(site: {
  company: string;
  persona: string;
  phone: string;
  consentTemplate: ConsentTemplate;
}): ConsentWording {
  const names: Record<string, string> = {
    company: site.company,
    persona: site.persona,
    phone: site.phone,
  };
  const fill = (text: string) =>
    text.replace(
      /\{([a-z]+)\}/g,
      (token, name: string) => (Object.hasOwn(names, name) ? names[name] : undefined) ?? token,
    );
  const { consent, terms } = site.consentTemplate;
  const [before = "", behind = ""] = terms.split(TERMS_LINK);
  const [between = "", after = ""] = behind.split(PRIVACY_LINK);
  return {
    consent: fill(consent),
    termsBefore: fill(before),
    terms: "Terms of Service",
    between: fill(between),
    privacy: "Privacy Policy",
    after: fill(after),
  };
}

/** The wording as one text: what is stored and hashed. */
export function consentPlainText(wording: ConsentWording): string {
  return `${wording.consent} ${wording.termsBefore}${wording.terms}${wording.between}${wording.privacy}${wording.after}`;
}
