import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { ConsentCaller } from "#app/features/consent/record-consent.server.ts";
import type { RefusedMessage } from "#app/features/messages/components/messages-section.tsx";
import type { RefusedWindows } from "#app/features/offers/visits/components/windows-section.tsx";
import type { RefusedVisit } from "#app/features/offers/visits/handle-visit-form.server.ts";
import type { RefusedCorrection } from "#app/features/requests/customer/corrections/components/correct-section.tsx";
import type { RefusedPhone } from "#app/features/requests/customer/corrections/components/phone-form.tsx";
import type { ReviewAttempt } from "#app/features/reviews/schema.ts";
import type { DoneCode } from "./notices.ts";

/** Who sends a form of the customer's page: the holder of a valid key to the request. */
export type CustomerContext = ActionContext &
  Omit<AppContext, "now"> & { caller: ConsentCaller; httpRequestId: string };
export type CustomerForm = {
  form: FormData;
  requestId: string;
  /** The key that opened the page, and where it went. */
  keyId?: string;
  madeFor?: string;
  /** A member of staff is signed in in this browser. */
  isStaff?: boolean;
};

/** What was typed into a refused form, with the messages beside its fields. */
export type RefusedForm = {
  windows?: RefusedWindows;
  visit?: RefusedVisit;
  correction?: RefusedCorrection;
  phone?: RefusedPhone;
  review?: ReviewAttempt;
  message?: RefusedMessage;
};

/** `isGone`: the page does not exist any more. `field`: the field that the message is about. */
export type FormResult =
  | { ok: true; done: DoneCode; isGone?: true }
  | {
      ok: false;
      status: 400 | 409 | 429;
      message: string;
      field?: "code";
      refused?: RefusedForm;
    };

export type Handler = (context: CustomerContext, input: CustomerForm) => Promise<FormResult>;

export const refuse = (message: string, status: 400 | 409 | 429 = 409): FormResult => ({
  ok: false,
  status,
  message,
});

/** A form with messages beside its fields. */
export const refuseFields = (refused: RefusedForm): FormResult => ({
  ok: false,
  status: 400,
  message: "Please look at what is marked below. Everything you typed is still here.",
  refused,
});
