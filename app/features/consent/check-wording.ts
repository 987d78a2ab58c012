type Wording = { consent: string; terms: string };

/** What a wording must say to hold as consent, and how to say it. */
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
    found: ({ terms }) => count(terms, "{terms}") === 1,
    missing: "the link {terms}, once, in the second sentence",
  },
  {
    found: ({ terms }) => count(terms, "{privacy}") === 1,
    missing: "the link {privacy}, once, in the second sentence",
  },
  {
    found: ({ terms }) =>
      terms.indexOf("{terms}") <= terms.indexOf("{privacy}") || !terms.includes("{privacy}"),
    missing: "{terms} before {privacy}",
  },
];
const PLACES: Record<keyof Wording, readonly string[]> = {
  consent: ["company", "phone", "persona"],
  terms: ["company", "phone", "persona", "terms", "privacy"],
};

const count = (text: string, part: string) => text.split(part).length - 1;

/** Everything that a wording lacks, in the order to read it; empty where it may be used. */
export function findMissingParts(wording: Wording): string[] {
  const missing = REQUIRED.filter(({ found }) => !found(wording)).map((part) => part.missing);
  for (const field of ["consent", "terms"] as const) {
    for (const [token, name = ""] of wording[field].matchAll(/\{([^{}]*)\}/g)) {
      if (!PLACES[field].includes(name))
        missing.push(`a placeholder that exists instead of ${token}`);
    }
  }
  return missing;
}
