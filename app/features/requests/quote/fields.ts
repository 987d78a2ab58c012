import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import { type Answers, type QuoteFieldSpec, YES_NO } from "./field-spec.ts";

// The fields of a quote request as visitors see and send them (specification P3, P5, P9). This file
// is part of the wizard's script, which must stay small: what staff and the CRM need about each
// field is in fields.server.ts, and the compiler checks that it has every field.

const isNotOwner = ({ isPropertyOwner }: Answers) => isPropertyOwner === "No";
const mayNotHire = (answers: Answers) => isNotOwner(answers) && answers.isAuthorizedToHire === "No";

const SHARED_BEFORE_YES =
  "Each pro we ask reads this, with your timing, city and ZIP code, before you say yes. Leave out your name and number.";

/**
 * All fields in the order of the form. The ZIP code is first because it fills in city and state.
 */
export const FIELDS = {
  zipCode: {
    step: 1,
    record: "zip_code",
    label: "ZIP code",
    missing: "Enter the ZIP code.",
    group: "place",
    max: ZIP_LENGTH,
    input: { autoComplete: "postal-code", inputMode: "numeric" },
    vehicle: { hint: "Not sure? Use the nearest town's." },
  },
  city: {
    step: 1,
    record: "city",
    label: "City",
    missing: "Enter the city.",
    group: "place",
    input: { autoComplete: "address-level2" },
    vehicle: { label: "City or nearest town", missing: "Enter the city or the nearest town." },
  },
  state: {
    step: 1,
    record: "state",
    label: "State",
    missing: "Enter the state, two letters.",
    group: "place",
    max: 2,
    input: { autoComplete: "address-level1", autoCapitalize: "characters", placeholder: "GA" },
  },
  address: {
    step: 1,
    record: "address",
    label: "Street address",
    hint: "A pro gets it only after you say yes.",
    missing: "Enter the street address of the property.",
    input: { autoComplete: "street-address" },
    vehicle: {
      label: "Street address, or road and exit",
      hint: "On a highway: the road, the direction, and the nearest exit or mile marker. A pro gets it only after you say yes.",
      missing: "Enter where the vehicle is: a street address, or the road and exit.",
    },
  },
  propertyClass: {
    step: 1,
    detail: "property_class",
    label: "Kind of property",
    missing: "Choose the kind of property.",
    choices: [
      { value: "residential", label: "Residential", hint: "House, condo or apartment" },
      { value: "commercial", label: "Commercial", hint: "Business or rental building" },
    ],
    vehicle: {
      label: "Kind of vehicle",
      missing: "Choose the kind of vehicle.",
      choices: [
        { value: "residential", label: "Personal", hint: "Your own car, truck or motorcycle" },
        { value: "commercial", label: "Business", hint: "Work truck, van or fleet" },
      ],
    },
  },
  isPropertyOwner: {
    step: 1,
    record: "is_property_owner",
    label: "Do you own this property?",
    missing: "Tell us whether you own the property.",
    choices: YES_NO,
    columns: "two-short",
    vehicle: {
      label: "Do you own this vehicle?",
      missing: "Tell us whether you own the vehicle.",
    },
  },
  isAuthorizedToHire: {
    step: 1,
    detail: "is_authorized_to_hire",
    label: "Are you allowed to hire someone for this property?",
    plainLabel: "If not: may you hire someone for it?",
    missing: "Tell us whether you may hire for this property.",
    isVisible: isNotOwner,
    choices: YES_NO,
    columns: "two-short",
    vehicle: {
      label: "Are you allowed to hire someone for this vehicle?",
      missing: "Tell us whether you may hire for this vehicle.",
    },
  },
  authorizedContactName: {
    step: 1,
    detail: "property_contact_name",
    label: "Their name",
    missing: "Enter the name of the person who decides.",
    isVisible: mayNotHire,
    group: "decider",
    input: { autoComplete: "off" },
  },
  authorizedContactEmail: {
    step: 1,
    detail: "property_contact_email",
    label: "Their email",
    missing: "Enter that person's email address.",
    isVisible: mayNotHire,
    group: "decider",
    input: { type: "email", autoComplete: "off" },
  },
  authorizedContactPhone: {
    step: 1,
    detail: "property_contact_phone",
    label: "Their phone",
    missing: "Enter that person's phone number.",
    isVisible: mayNotHire,
    group: "decider",
    input: { type: "tel", autoComplete: "off" },
  },
  timeframe: {
    step: 2,
    record: "timeframe",
    label: "How soon do you need help?",
    missing: "Choose how soon you need help.",
    choices: [
      { value: "emergency", label: "Emergency", hint: "It cannot wait" },
      { value: "urgent", label: "Urgent", hint: "In the next day or two" },
      { value: "soon", label: "Soon", hint: "In the next few weeks" },
      { value: "planning", label: "Planning", hint: "Still making plans" },
    ],
  },
  description: {
    step: 2,
    record: "description",
    label: "What is going on?",
    hint: `What you see, hear or smell, and since when. ${SHARED_BEFORE_YES}`,
    max: 4_000,
    input: { rows: 4 },
    vehicle: {
      hint: `Make, model and year, what happened, and whether it still drives. ${SHARED_BEFORE_YES}`,
    },
  },
  urgencyLevel: {
    step: 3,
    detail: "urgency_level",
    label: "When should the work happen?",
    missing: "Choose when the work should happen.",
    choices: [
      { value: "today-asap", label: "Today, as soon as possible" },
      { value: "this-week", label: "This week" },
      { value: "this-month", label: "This month" },
      { value: "just-researching", label: "Just researching" },
    ],
    columns: "two-long",
  },
  schedulingPreference: {
    step: 3,
    detail: "scheduling_preference",
    label: "How should we set the time?",
    missing: "Choose how to set the time.",
    choices: [
      { value: "call-me", label: "Call me" },
      {
        value: "online-scheduling",
        label: "Online scheduling",
        hint: "Pick times on your request's page",
      },
      { value: "text-me", label: "Text me" },
    ],
    columns: "three-second-wide",
  },
  communicationPreference: {
    step: 3,
    detail: "communication_preference",
    label: "How may we reach you?",
    missing: "Choose how we may reach you.",
    choices: [
      { value: "sms", label: "Text message" },
      { value: "phone", label: "Phone call" },
      { value: "email", label: "Email" },
    ],
    columns: "three-first-wide",
  },
  willUseInsurance: {
    step: 3,
    detail: "will_use_insurance",
    label: "Will insurance pay for this?",
    choices: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
      { value: "unsure", label: "Not sure" },
    ],
    columns: "three-short",
  },
  name: {
    step: 4,
    record: "customer_name",
    label: "Your name",
    missing: "Enter your name.",
    input: { autoComplete: "name" },
  },
  phone: {
    step: 4,
    record: "customer_phone",
    label: "Your phone",
    missing: "Enter your phone number.",
    input: { type: "tel", autoComplete: "tel" },
  },
  email: {
    step: 4,
    record: "customer_email",
    label: "Your email",
    input: { type: "email", autoComplete: "email" },
  },
} as const satisfies Record<string, QuoteFieldSpec>;

type Specs = typeof FIELDS;
export type QuoteField = keyof Specs;
/** The values of all fields while the form is being filled in; "" if empty. */
export type QuoteDraft = Record<QuoteField, string>;

/** All fields in the order of the form, typed with the optional properties of a spec. */
export const FIELD_LIST = Object.entries(FIELDS) as readonly [QuoteField, QuoteFieldSpec][];

/** The values that a field with choices allows. */
export type ChoiceValue<F extends QuoteField> = Specs[F] extends {
  choices: readonly { value: infer V }[];
}
  ? V
  : never;
