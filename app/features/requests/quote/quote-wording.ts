import { PROPERTY_CLASSES } from "../constants.ts";
import type { QuoteFormConfig } from "./quote-form-config.ts";
import type { FieldErrors, QuoteField } from "./schema.ts";

/** Texts of the form that differ between a house and a vehicle. Fields and values are the same. */
export type QuoteWording = {
  where: string;
  address: string;
  addressHint?: string;
  city: string;
  zipHint?: string;
  propertyClass: string;
  propertyClasses: readonly { value: string; label: string; hint: string }[];
  owns: string;
  mayHire: string;
  decides: string;
  descriptionHint: string;
  /** Messages that differ from those of the rules. */
  errors: FieldErrors;
};

const HOME_WORDS: QuoteWording = {
  where: "Where is the job?",
  address: "Street address",
  city: "City",
  propertyClass: "Kind of property",
  propertyClasses: PROPERTY_CLASSES,
  owns: "Do you own this property?",
  mayHire: "May you hire someone for this property?",
  decides: "Who decides about the property?",
  descriptionHint: "What you see, hear or smell, and since when.",
  errors: {},
};

const VEHICLE_WORDS: QuoteWording = {
  where: "Where is the vehicle?",
  address: "Street address, or road and exit",
  addressHint: "On a highway: the road, the direction, and the nearest exit or mile marker.",
  city: "City or nearest town",
  zipHint: "Not sure? Use the nearest town's.",
  propertyClass: "Kind of vehicle",
  propertyClasses: [
    { value: "residential", label: "Personal", hint: "Your own car, truck or motorcycle" },
    { value: "commercial", label: "Business", hint: "Work truck, van or fleet" },
  ],
  owns: "Do you own this vehicle?",
  mayHire: "May you hire someone for this vehicle?",
  decides: "Who decides about the vehicle?",
  descriptionHint: "Make, model and year, what happened, and whether it still drives.",
  errors: {
    address: "Enter where the vehicle is: a street address, or the road and exit.",
    city: "Enter the city or the nearest town.",
    propertyClass: "Choose the kind of vehicle.",
    isPropertyOwner: "Tell us whether you own the vehicle.",
    isAuthorizedToHire: "Tell us whether you may hire for this vehicle.",
  },
};

export const getQuoteWording = (
  config: Pick<QuoteFormConfig, "vehicleServices">,
  serviceType = "",
): QuoteWording => (config.vehicleServices.includes(serviceType) ? VEHICLE_WORDS : HOME_WORDS);

/** Replaces messages for missing answers with those of the wording; others (too long) stay. */
export function formatErrors(errors: FieldErrors, words: QuoteWording): FieldErrors {
  const messages = { ...errors };
  for (const field of Object.keys(errors) as QuoteField[])
    if (!errors[field]?.startsWith("Please"))
      messages[field] = words.errors[field] ?? errors[field];
  return messages;
}
