import { findChoice } from "#app/features/requests/outcomes/choices.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import type { RequestRecord } from "#app/features/requests/records/queries.server.ts";
import { formatInstant } from "../schema.ts";
import type { ApiRequest } from "./schema.ts";

type Choices = readonly { value: string }[];

/** The answer to a question with choices. Other programs may have sent any text, which is not shown. */
const readChoice = (value: unknown, { choices }: { choices: Choices }): string | null =>
  choices.find((choice) => choice.value === value)?.value ?? null;

const readText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/**
 * A request as the API returns it.
 * @param options.withPersonal whether the key may read personal data; without it none is in the object
 */
export function toApiRequest(
  record: RequestRecord,
  { withPersonal }: { withPersonal: boolean },
): ApiRequest {
  const { details, recorded } = record;
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    outcome: recorded && findChoice(recorded),
    job_value: recorded?.value ?? null,
    ended_by_customer: record.customerOutcome,
    service_type: record.serviceType,
    project_type: record.projectType,
    project_size: record.projectSize,
    timeframe: readChoice(record.timeframe, FIELDS.timeframe),
    is_emergency: record.isEmergency,
    city: record.city,
    state: record.state,
    zip: record.zipValid,
    property_class: readChoice(details.property_class, FIELDS.propertyClass),
    is_property_owner: record.isPropertyOwner,
    urgency_level: readChoice(details.urgency_level, FIELDS.urgencyLevel),
    scheduling_preference: readChoice(details.scheduling_preference, FIELDS.schedulingPreference),
    communication_preference: readChoice(
      details.communication_preference,
      FIELDS.communicationPreference,
    ),
    will_use_insurance: readChoice(details.will_use_insurance, FIELDS.willUseInsurance),
    quiz_slug: readText(details.quiz_slug),
    do_not_contact: record.isOptedOut,
    flags: record.flags,
    merged_into: record.mergedIntoId,
    is_erased: record.isErased,
    is_demo: record.isDemo,
    created_at: formatInstant(record.createdAt),
    changed_at: formatInstant(record.changedAt),
    ...(withPersonal && { personal: toPersonalData(record) }),
  };
}

const toPersonalData = (record: RequestRecord): NonNullable<ApiRequest["personal"]> => ({
  customer_name: record.name,
  customer_phone: record.phone,
  phone_e164: record.phoneE164,
  customer_email: record.email,
  address: record.address,
  zip_code: record.zipCode,
  description: record.description,
  property_contact_name: readText(record.details.property_contact_name),
  property_contact_phone: readText(record.details.property_contact_phone),
  property_contact_email: readText(record.details.property_contact_email),
});
