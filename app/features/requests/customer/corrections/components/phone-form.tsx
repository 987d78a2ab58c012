import { TextField } from "#app/components/form/field.tsx";
import { ConsentNotice } from "#app/features/consent/components/consent-notice.tsx";
import type { ConsentWording } from "#app/features/consent/consent-text.ts";
import { buildNewNumberConsent } from "#app/features/consent/named-consent.ts";
import { FIELDS } from "../../../quote/fields.ts";

export type RefusedPhone = { phone: string; error?: string };

export type PhoneFormProps = {
  wording: ConsentWording;
  /** Tells whether the text is still current when the form is sent. */
  textMark: string;
  shownAt: string;
  /** The professional who has the customer's yes. */
  connected: string | null;
  refused: RefusedPhone | null;
};

/** Another phone number, with a consent of its own. */
export function PhoneForm({ wording, textMark, shownAt, connected, refused }: PhoneFormProps) {
  return (
    <details className="mt-3" open={refused !== null}>
      <summary className="py-1 font-semibold">Phone number</summary>
      {/* The receipt links to it, which opens the details. */}
      <form id="change-phone" method="post" noValidate className="mt-2 grid scroll-mt-24 gap-4">
        <input type="hidden" name="intent" value="change-phone" />
        <input type="hidden" name="shownText" value={textMark} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <TextField
          name="phone"
          label="New phone number"
          defaultValue={refused?.phone}
          error={refused?.error}
          {...FIELDS.phone.input}
        />
        <ConsentNotice wording={wording} />
        {connected ? (
          <>
            <p className="rounded-xl bg-sand p-4 text-[0.9375rem] leading-6 break-words">
              {buildNewNumberConsent(connected)}
            </p>
            <p>
              Your yes to {connected} was for the phone number in your request. They see the new
              one.
            </p>
          </>
        ) : null}
        <button type="submit" className="btn btn-action justify-self-start">
          Submit the new number
        </button>
      </form>
    </details>
  );
}
