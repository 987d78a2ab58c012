import type { QuoteFieldSpec } from "./field-spec.ts";
import { FIELDS, type QuoteField } from "./fields.ts";

type StaffSection = "Customer" | "Service details" | "Location" | "Additional details";

type ServerFieldSpec = {
  /**
   * Whose personal data it is: that of the customer, or of the person who decides about the
   * property. Erased with that person, and by retention. Null: identifies nobody, so retention
   * leaves it for reports.
   */
  personal: "customer" | "property-contact" | null;
  /**
   * Section and label in the staff portal; the label is also that of the column in the CSV export.
   */
  staffSection: StaffSection;
  staffLabel: string;
  inCsv?: true;
  /** Required by the API, also from other programs. */
  isMandatory?: true;
  /** Label of its line in the CRM note, which fields may share. Null: not in the note. */
  note: string | null;
};

/**
 * How the server handles each field's answer, in the order of the CRM note, the staff portal and
 * the CSV export. Not part of the visitors' scripts.
 */
export const SERVER_FIELD_SPECS = {
  name: {
    personal: "customer",
    staffSection: "Customer",
    staffLabel: "Name",
    inCsv: true,
    isMandatory: true,
    note: "Name",
  },
  phone: {
    personal: "customer",
    staffSection: "Customer",
    staffLabel: "Phone",
    inCsv: true,
    isMandatory: true,
    note: "Phone",
  },
  email: {
    personal: "customer",
    staffSection: "Customer",
    staffLabel: "Email",
    inCsv: true,
    note: "Email",
  },
  address: {
    personal: "customer",
    staffSection: "Location",
    staffLabel: "Address",
    inCsv: true,
    note: "Place",
  },
  city: {
    personal: null,
    staffSection: "Location",
    staffLabel: "City",
    inCsv: true,
    note: "Place",
  },
  state: {
    personal: null,
    staffSection: "Location",
    staffLabel: "State",
    inCsv: true,
    note: "Place",
  },
  zipCode: {
    personal: "customer",
    staffSection: "Location",
    staffLabel: "ZIP",
    inCsv: true,
    note: "Place",
  },
  timeframe: {
    personal: null,
    staffSection: "Service details",
    staffLabel: "Timeframe",
    inCsv: true,
    note: "When",
  },
  urgencyLevel: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "When the work should happen",
    note: "Urgency",
  },
  schedulingPreference: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "How to set the time",
    note: "Scheduling",
  },
  communicationPreference: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "How to reach them",
    note: "Contact by",
  },
  propertyClass: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "Kind of property",
    note: "Property",
  },
  isPropertyOwner: {
    personal: null,
    staffSection: "Location",
    staffLabel: "Owns the property",
    note: "Owns the property",
  },
  isAuthorizedToHire: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "May hire for the property",
    note: "May hire",
  },
  authorizedContactName: {
    personal: "property-contact",
    staffSection: "Additional details",
    staffLabel: "Contact for the property",
    note: "Who decides",
  },
  authorizedContactPhone: {
    personal: "property-contact",
    staffSection: "Additional details",
    staffLabel: "Phone of that contact",
    note: "Who decides",
  },
  authorizedContactEmail: {
    personal: "property-contact",
    staffSection: "Additional details",
    staffLabel: "Email of that contact",
    note: "Who decides",
  },
  willUseInsurance: {
    personal: null,
    staffSection: "Additional details",
    staffLabel: "Insurance",
    note: "Insurance",
  },
  description: {
    personal: "customer",
    staffSection: "Additional details",
    staffLabel: "Description",
    note: "Description",
  },
} as const satisfies Readonly<Record<QuoteField, ServerFieldSpec>>;

/** A field with its specs for the form and for the server. */
export type FullFieldSpec = QuoteFieldSpec & ServerFieldSpec & { field: QuoteField };

export const FULL_FIELD_SPECS: readonly FullFieldSpec[] = (
  Object.entries(SERVER_FIELD_SPECS) as [QuoteField, ServerFieldSpec][]
).map(([field, record]) => ({ ...FIELDS[field], ...record, field }));

/**
 * Keys of the matching fields' answers: those with a column ("record"), or those in the details.
 */
export const listAnswerKeys = (
  part: "record" | "detail",
  matches: (field: FullFieldSpec) => boolean = () => true,
): string[] => FULL_FIELD_SPECS.filter(matches).flatMap((field) => field[part] ?? []);

/** Labels of the quiz details of a request, by key. They identify nobody. */
export const QUIZ_DETAILS = { quiz_slug: "Quiz", quiz_completed: "Quiz completed" } as const;
