import { DAY_MS } from "#app/lib/durations.ts";

/** Purpose of the texts that customers agree to when they say yes to one company. */
export const NAMED_PURPOSE = "named-professional";
/** A change of the wording needs a new version: records refer to the text that was shown. */
export const NAMED_VERSION = 2;

/**
 * What a customer agrees to with the button "Yes". It names the company and no person, so that the
 * stored text is the same for every customer of that company.
 * @param names.company the business that runs this site
 */
export const buildNamedConsent = (names: {
  provider: string;
  company: string;
  phone: string;
}): string =>
  `By pressing Yes, I agree that ${names.company} gives my name, phone number, email, address, description and photos to ${names.provider}, and that ${names.provider} may call me, by hand, about this request at the phone number in it. Automated calls or texts by ${names.provider} need my agreement first. My agreement is not a condition of buying anything, from anybody. I can take it back on this page or by calling ${names.phone}.`;

/** Purpose of the texts that customers agreed to when they said yes to one company on the phone. */
export const PHONE_YES_PURPOSE = "named-by-phone";
export const PHONE_YES_VERSION = 2;

type SpokenNames = { provider: string; company: string };

/** What a customer agreed to who said yes to the question below. */
export const buildPhoneYes = ({ provider, company }: SpokenNames): string =>
  `On the phone, the customer agreed that ${company} gives their name, phone number, email, address, description and photos to ${provider}, and that ${provider} may call them, by hand, about this request.`;

/** What staff read out on the phone. It asks for what `buildPhoneYes` says, in the same words. */
export const buildPhoneQuestion = ({ provider, company }: SpokenNames): string =>
  `Do you agree that ${company} gives your name, phone number, email, address, description and photos to ${provider}, and that ${provider} may call you, by hand, about this request?`;

/** Purpose of the texts that customers agree to when they change their phone number. */
export const PHONE_PURPOSE = "phone-change";

/** What a customer who said yes to a company agrees to with another phone number, after our text. */
export const buildNewNumberConsent = (provider: string): string =>
  `I agree that ${provider} may call me, by hand, about this request at this new number.`;

/**
 * Whether a text was shown so long ago that nobody can say that its reader remembers it: the form of a
 * page that stayed open.
 */
export const isShownLongAgo = (shownAt: Date, now: Date): boolean =>
  now.getTime() - shownAt.getTime() > DAY_MS;
