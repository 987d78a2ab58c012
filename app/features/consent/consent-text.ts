import type { ConsentTemplate } from "#app/features/settings/consent-template.ts";

export const CONSENT_PURPOSE = "quote-request";

/** The two parts of the text above Submit: the consent, and the sentence with the two links. */
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

/** The wording with the names and the phone number of the business. */
export function buildConsentWording(site: {
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
  const replaceNames = (text: string) =>
    text.replace(
      /\{([a-z]+)\}/g,
      (token, name: string) => (Object.hasOwn(names, name) ? names[name] : undefined) ?? token,
    );
  const { consent, terms } = site.consentTemplate;
  const [before = "", rest = ""] = terms.split(TERMS_LINK);
  const [between = "", after = ""] = rest.split(PRIVACY_LINK);
  return {
    consent: replaceNames(consent),
    termsBefore: replaceNames(before),
    terms: "Terms of Service",
    between: replaceNames(between),
    privacy: "Privacy Policy",
    after: replaceNames(after),
  };
}

/** The wording as plain text, which is stored and hashed. */
export function formatConsentText(wording: ConsentWording): string {
  return `${wording.consent} ${wording.termsBefore}${wording.terms}${wording.between}${wording.privacy}${wording.after}`;
}
