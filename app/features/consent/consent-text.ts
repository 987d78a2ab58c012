export const CONSENT_PURPOSE = "quote-request";

/** The sentence pair above Submit: its first part is the consent, its second the terms. */
export type ConsentWording = { consent: string; termsBefore: string; terms: string; between: string; privacy: string; after: string };

/**
 * Wording of version 1. It keeps the specification's meaning (automated calls or texts, terms and privacy policy) and
 * names what US law asks for: who, by what means, about what, at which number, that it is no condition, rates, STOP.
 */
export function consentWording(site: { company: string; persona: string; phone: string }): ConsentWording {
  return {
    consent: `By pressing Submit, I agree that ${site.company} may call or text me about this request at the phone number I entered, also with automated technology or recorded messages. The one professional matched to my request may call me by hand; I will be asked before that professional uses automated calls or texts. My agreement is not a condition of buying anything: I can also call ${site.phone}. Message and data rates may apply. I can reply STOP at any time.`,
    termsBefore: "I also agree to the ",
    terms: "Terms of Service",
    between: " and the ",
    privacy: "Privacy Policy",
    after: ".",
  };
}

export const CONSENT_VERSION = 1;

/** The wording as one text: what is stored and hashed. */
export function consentPlainText(wording: ConsentWording): string {
  return `${wording.consent} ${wording.termsBefore}${wording.terms}${wording.between}${wording.privacy}${wording.after}`;
}
