import { z } from "zod";

/**
 * The wording as a superadmin writes it, with {company}, {phone}, {persona} in the consent and
 * {terms}, {privacy} in the second sentence.
 */
export type ConsentTemplate = { version: number; consent: string; terms: string };

/**
 * The wording until a superadmin writes another. It has what the specification requires (automated
 * calls or texts, terms and privacy policy) and what US law requires: who contacts, by what means,
 * about what, at which number, that consent is not a condition, rates, STOP. A change needs a new
 * version, as records refer to the text that was shown. Version 1 let "the one professional matched"
 * call without saying that the customer has to agree to that professional first; version 2 could be
 * read to include the number of the person who decides about the property.
 */
export const DEFAULT_CONSENT_TEMPLATE: ConsentTemplate = {
  version: 3,
  consent:
    "By pressing Submit, I agree that {company} may call or text me about this request at the phone number I entered as mine, also with automated technology or recorded messages. A professional may call me, by hand, only after I say yes to that one professional; I will be asked before that professional uses automated calls or texts. My agreement is not a condition of buying anything: I can also call {phone}. Message and data rates may apply. I can reply STOP at any time.",
  terms: "I also agree to the {terms} and the {privacy}.",
};

type Wording = { consent: string; terms: string };

/** The required parts of valid consent. */
const REQUIRED: { found: (wording: Wording) => boolean; missing: string }[] = [
  {
    found: ({ consent }) => consent.includes("{company}"),
    missing: "who may call: the placeholder {company}",
  },
  {
    found: ({ consent }) => /\bcall/i.test(consent) && /\btext/i.test(consent),
    missing: "that calls and texts may come",
  },
  {
    found: ({ consent }) => /\bautomat/i.test(consent),
    missing: "that calls or texts may be automated",
  },
  {
    found: ({ consent }) => /not a condition/i.test(consent),
    missing: 'that agreeing is "not a condition" of buying',
  },
  {
    found: ({ consent }) => consent.includes("{phone}"),
    missing: "the number to call instead: the placeholder {phone}",
  },
  {
    found: ({ consent }) => /message and data rates/i.test(consent),
    missing: 'that "message and data rates" may apply',
  },
  { found: ({ consent }) => /\bSTOP\b/.test(consent), missing: "how to end it: the word STOP" },
  {
    found: ({ terms }) => countParts(terms, "{terms}") === 1,
    missing: "the link {terms}, once, in the second sentence",
  },
  {
    found: ({ terms }) => countParts(terms, "{privacy}") === 1,
    missing: "the link {privacy}, once, in the second sentence",
  },
  {
    found: ({ terms }) =>
      terms.indexOf("{terms}") <= terms.indexOf("{privacy}") || !terms.includes("{privacy}"),
    missing: "{terms} before {privacy}",
  },
];
const PLACEHOLDERS: Record<keyof Wording, readonly string[]> = {
  consent: ["company", "phone", "persona"],
  terms: ["company", "phone", "persona", "terms", "privacy"],
};

const countParts = (text: string, part: string) => text.split(part).length - 1;

/** What a wording lacks, in order; empty where it is valid. */
export function findMissingParts(wording: Wording): string[] {
  const missing = REQUIRED.filter(({ found }) => !found(wording)).map((part) => part.missing);
  for (const field of ["consent", "terms"] as const) {
    for (const [token, name = ""] of wording[field].matchAll(/\{([^{}]*)\}/g)) {
      if (!PLACEHOLDERS[field].includes(name))
        missing.push(`a placeholder that exists instead of ${token}`);
    }
  }
  return missing;
}

/** The stored wording with its version; one that lacks a required part is invalid. */
export const consentTemplateSchema = z
  .object({
    version: z.number().int().min(1),
    consent: z.string().max(2_000),
    terms: z.string().max(300),
  })
  .refine((template) => findMissingParts(template).length === 0, {
    error: "The wording lacks a required part.",
  });
