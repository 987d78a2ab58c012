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

/**
 * The wording as a superadmin writes it, with {company}, {phone}, {persona} in the consent and
 * {terms}, {privacy} in the second sentence.
 */
export type ConsentTemplate = { version: number; consent: string; terms: string };

/**
 * The wording of a site whose superadmin has written none. It keeps the specification's meaning
 * (automated calls or texts, terms and privacy policy) and names what US law asks for: who, by what
 * means, about what, at which number, that it is no condition, rates, STOP. Its words never change
 * under the same version: records name the text that was shown. Version 1 let "the one professional
 * matched" call without saying that the customer's yes to that professional comes first.
 */
export const DEFAULT_TEMPLATE: ConsentTemplate = {
  version: 2,
  consent:
    "By pressing Submit, I agree that {company} may call or text me about this request at the phone number I entered, also with automated technology or recorded messages. A professional may call me, by hand, only after I say yes to that one professional; I will be asked before that professional uses automated calls or texts. My agreement is not a condition of buying anything: I can also call {phone}. Message and data rates may apply. I can reply STOP at any time.",
  terms: "I also agree to the {terms} and the {privacy}.",
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
