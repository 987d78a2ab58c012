import * as z from "zod/mini";
import {
  COMMUNICATION_PREFERENCES,
  DESCRIPTION_LENGTH,
  INSURANCE_CHOICES,
  LINE_LENGTH,
  PROPERTY_CLASSES,
  SCHEDULING_PREFERENCES,
  STATE_LENGTH,
  TIMEFRAMES,
  URGENCY_LEVELS,
  YES_NO,
  ZIP_LENGTH,
} from "./constants.ts";

// zod/mini: these schemas are part of the wizard's script, where every kilobyte is a visitor waiting.

const values = <V extends string>(choices: readonly { value: V }[]) => choices.map((choice) => choice.value) as [V, ...V[]];

/** Text that must hold something; stored as typed, trimmed only to see whether it is empty. */
const filled = (message: string, max = LINE_LENGTH) =>
  z.string(message).check(
    z.refine((text) => text.trim() !== "", message),
    z.maxLength(max, `Please keep this to ${max} characters.`),
  );
const free = (max = LINE_LENGTH) => z._default(z.string().check(z.maxLength(max, `Please keep this to ${max} characters.`)), "");
const oneOf = <V extends string>(choices: readonly { value: V }[], message: string) => z.enum(values(choices), message);
/** A choice that may be left open: "" or one of the values. */
const maybeOneOf = (choices: readonly { value: string }[]) =>
  z._default(z.string().check(z.refine((value) => value === "" || choices.some((choice) => choice.value === value), "Please choose one of the answers.")), "");

/** All fields of the quote form, before the rules between fields. The steps are picks of it. */
export const quoteFieldsSchema = z.object({
  address: filled("Enter the street address of the property."),
  city: filled("Enter the city."),
  state: filled("Enter the state, two letters.", STATE_LENGTH),
  zipCode: filled("Enter the ZIP code.", ZIP_LENGTH),
  propertyClass: oneOf(PROPERTY_CLASSES, "Choose the kind of property."),
  isPropertyOwner: oneOf(YES_NO, "Tell us whether you own the property."),
  isAuthorizedToHire: maybeOneOf(YES_NO),
  authorizedContactName: free(),
  authorizedContactEmail: free(),
  authorizedContactPhone: free(),
  timeframe: oneOf(TIMEFRAMES, "Choose how soon you need help."),
  description: free(DESCRIPTION_LENGTH),
  urgencyLevel: oneOf(URGENCY_LEVELS, "Choose when the work should happen."),
  schedulingPreference: oneOf(SCHEDULING_PREFERENCES, "Choose how to set the time."),
  communicationPreference: oneOf(COMMUNICATION_PREFERENCES, "Choose how we may reach you."),
  willUseInsurance: maybeOneOf(INSURANCE_CHOICES),
  name: filled("Enter your name."),
  phone: filled("Enter your phone number."),
  email: free(),
});
export type QuoteValues = z.infer<typeof quoteFieldsSchema>;
export type QuoteField = keyof QuoteValues;

type Ownership = Record<"isPropertyOwner" | "isAuthorizedToHire" | "authorizedContactName" | "authorizedContactEmail" | "authorizedContactPhone", string>;

/** Which of the hidden-by-default questions an answer brings up. */
export const asksAuthorization = (values: Pick<Ownership, "isPropertyOwner">) => values.isPropertyOwner === "No";
export const asksContact = (values: Pick<Ownership, "isPropertyOwner" | "isAuthorizedToHire">) => asksAuthorization(values) && values.isAuthorizedToHire === "No";

/** A field that must be filled when the answers before it ask for it; checked also while other fields are wrong. */
const neededWhen = (asked: (values: Ownership) => boolean, field: keyof Ownership, error: string) =>
  z.refine<Ownership>((values) => !asked(values) || (values[field] ?? "").trim() !== "", { error, path: [field], when: () => true });

/** Someone who does not own the property says who decides. */
const ownershipRules = [
  neededWhen(asksAuthorization, "isAuthorizedToHire", "Tell us whether you may hire for this property."),
  neededWhen(asksContact, "authorizedContactName", "Enter the name of the person who decides."),
  neededWhen(asksContact, "authorizedContactEmail", "Enter that person's e-mail address."),
  neededWhen(asksContact, "authorizedContactPhone", "Enter that person's phone number."),
] as const;

const location = { address: true, city: true, state: true, zipCode: true, propertyClass: true, isPropertyOwner: true } as const;
const ownership = { isAuthorizedToHire: true, authorizedContactName: true, authorizedContactEmail: true, authorizedContactPhone: true } as const;

export const locationStepSchema = z.pick(quoteFieldsSchema, { ...location, ...ownership }).check(...ownershipRules);
export const urgencyStepSchema = z.pick(quoteFieldsSchema, { timeframe: true, description: true });
export const schedulingStepSchema = z.pick(quoteFieldsSchema, { urgencyLevel: true, schedulingPreference: true, communicationPreference: true, willUseInsurance: true });
export const contactStepSchema = z.pick(quoteFieldsSchema, { name: true, phone: true, email: true });
/** Schema of wizard steps 1 to 4, in order. */
export const stepSchemas = [locationStepSchema, urgencyStepSchema, schedulingStepSchema, contactStepSchema] as const;

/** The whole form at once: the page that works without JavaScript. */
export const quoteFormSchema = quoteFieldsSchema.check(...ownershipRules);

export const emptyQuote: { [F in QuoteField]: string } = {
  address: "",
  city: "",
  state: "",
  zipCode: "",
  propertyClass: "",
  isPropertyOwner: "",
  isAuthorizedToHire: "",
  authorizedContactName: "",
  authorizedContactEmail: "",
  authorizedContactPhone: "",
  timeframe: "",
  description: "",
  urgencyLevel: "",
  schedulingPreference: "",
  communicationPreference: "",
  willUseInsurance: "",
  name: "",
  phone: "",
  email: "",
};
/** What stands in the fields while the form is being filled. */
export type QuoteDraft = typeof emptyQuote;

export type FieldErrors = Partial<Record<QuoteField, string>>;

/** First message of each field, in the order of the form. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path[0] as QuoteField;
    errors[field] ??= issue.message;
  }
  return errors;
}
