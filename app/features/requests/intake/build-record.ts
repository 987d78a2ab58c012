import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import type { QuizAnswer, QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { CLIENT_REFERENCE_PREFIX, PROJECT_SIZE, PROJECT_TYPE } from "../constants.ts";
import { hasAuthorizationQuestion, hasContactQuestion, type QuoteDraft } from "../quote/schema.ts";

/** additional_details of the service request payload (P3). */
export type AdditionalDetails = {
  property_class: string;
  urgency_level: string;
  scheduling_preference: string;
  communication_preference: string;
  will_use_insurance: string;
  is_authorized_to_hire?: boolean;
  property_contact_name?: string;
  property_contact_email?: string;
  property_contact_phone?: string;
  quiz_answers?: QuizAnswer[];
  quiz_slug?: string;
  quiz_completed?: boolean;
};

/** record of the contact-sync call (P7). */
export type ContactSyncRecord = {
  id: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  service_type: string;
  project_type: string;
  project_size: string;
  timeframe: string;
  description: string;
  is_property_owner: boolean;
  send_template: string;
  additional_details: AdditionalDetails;
  created_at: string;
};

/** The payload of a completed form. Values are sent untrimmed, without answers to hidden questions. */
export function buildRecord(
  values: QuoteDraft,
  options: { serviceType?: string; quiz?: QuizHandoff; now: Date },
): ContactSyncRecord {
  const details: AdditionalDetails = {
    property_class: values.propertyClass,
    urgency_level: values.urgencyLevel,
    scheduling_preference: values.schedulingPreference,
    communication_preference: values.communicationPreference,
    will_use_insurance: values.willUseInsurance,
  };
  if (hasAuthorizationQuestion(values))
    details.is_authorized_to_hire = values.isAuthorizedToHire === "Yes";
  if (hasContactQuestion(values)) {
    details.property_contact_name = values.authorizedContactName;
    details.property_contact_email = values.authorizedContactEmail;
    details.property_contact_phone = values.authorizedContactPhone;
  }
  if (options.quiz) {
    details.quiz_answers = options.quiz.answers;
    details.quiz_slug = options.quiz.slug;
    details.quiz_completed = true;
  }
  return {
    id: `${CLIENT_REFERENCE_PREFIX}${options.now.getTime()}`,
    customer_name: values.name,
    customer_email: values.email,
    customer_phone: values.phone,
    address: values.address,
    city: values.city,
    state: values.state,
    zip_code: values.zipCode,
    service_type: options.serviceType || FALLBACK_SERVICE_TYPE,
    project_type: PROJECT_TYPE,
    project_size: PROJECT_SIZE,
    timeframe: values.timeframe,
    description: values.description,
    is_property_owner: values.isPropertyOwner === "Yes",
    send_template: "",
    additional_details: details,
    created_at: options.now.toISOString(),
  };
}
