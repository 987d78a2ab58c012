import { PHONE_YES_PURPOSE } from "#app/features/consent/named-consent.ts";
import type { GivenConsent } from "./customer-request.server.ts";

const TITLES: Record<GivenConsent["kind"], (company: string) => string> = {
  request: () => "With your request",
  named: (company) => `Your yes to ${company}`,
  phone: () => "With your new phone number",
};

/** In place of a text that was not captured. */
export const NO_CONSENT_TEXT = "We have no record of a text that you agreed to with this request.";

/** What a consent was given for, as its customer reads it. */
export const getConsentTitle = ({
  kind,
  company,
  purpose,
}: Pick<GivenConsent, "kind" | "company" | "purpose">): string =>
  `${TITLES[kind](company ?? "")}${purpose === PHONE_YES_PURPOSE ? ", on the phone" : ""}`;
