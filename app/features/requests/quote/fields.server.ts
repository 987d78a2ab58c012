import type { QuoteFieldSpec } from "./field-spec.ts";
import { FIELDS, type QuoteField } from "./fields.ts";

type StaffSection = "Customer" | "Service details" | "Location" | "Additional details";

type FieldRecord = {
  /**
   * Whose personal data it is: of the customer, or of the person who decides about the property.
   * Erased with that person, by retention too. Null: identifies nobody, kept by retention for
   * reports.
   */
  personal: "customer" | "property-contact" | null;
  /** Where staff see it in a request, and its label there and in the CSV file of the list. */
  staffSection: StaffSection;
  staffLabel: string;
  inCsv?: true;
  /** Other programs, too, may not leave it out. */
  isMandatory?: true;
  /** Its line in the CRM's note; fields with the same line share it. Null: not in the note. */
  note: string | null;
};

/**
 * What becomes of each field's answer on the server, in the order of the note, the staff screen and
 * the CSV file. Nothing of it is sent to visitors.
 */
export const FIELD_RECORDS = {
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
    staffLabel: "E-mail",
    inCsv: true,
    note: "E-mail",
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
    staffLabel: "E-mail of that contact",
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
} as const satisfies Readonly<Record<QuoteField, FieldRecord>>;

/** A field with both of its definitions. */
export type RecordedField = QuoteFieldSpec & FieldRecord & { field: QuoteField };

export const RECORDED_FIELDS: readonly RecordedField[] = (
  Object.entries(FIELD_RECORDS) as [QuoteField, FieldRecord][]
).map(([field, record]) => ({ ...FIELDS[field], ...record, field }));

/** Keys of the answers in columns of their own, or among the details, for the fields that match. */
export const listKeys = (
  part: "record" | "detail",
  isWanted: (field: RecordedField) => boolean = () => true,
): string[] => RECORDED_FIELDS.filter(isWanted).flatMap((field) => field[part] ?? []);

/** Answers to a quiz, which come with a request and identify nobody. */
export const QUIZ_DETAILS = { quiz_slug: "Quiz", quiz_completed: "Quiz completed" } as const;
