import { TextField } from "#app/components/form/field.tsx";

export type EraseState = "ask" | "code" | "by-staff" | "address-changed";

type EraseFormsProps = {
  state: EraseState;
  /** The person stopped all contact, so that nobody may call them. */
  isStopped: boolean;
  phone: string;
  problem?: string;
};

/** Why no code can be sent, so that staff delete the details. */
const ASK_TEXTS: Partial<Record<EraseState, string>> = {
  "by-staff":
    "We cannot email you a code, so someone on our team checks that it is you and deletes it.",
  "address-changed":
    "The email address was changed less than a week ago. Someone on our team deletes it for you.",
};

/**
 * Deletes what is stored about the customer: with a code that is mailed to the address in the
 * request, or by staff where no mail can reach it, or only a new address.
 */
export function EraseForms({ state, isStopped, phone, problem }: EraseFormsProps) {
  const askText = ASK_TEXTS[state];
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Delete my details</h3>
      <p className="text-[0.9375rem]">
        Deletes your name, contact details, description, photos, messages and the words of reviews,
        for every request with{" "}
        {state === "by-staff" ? "your phone number or email address" : "your email address"}.
        Service, city, dates and stars stay, without your name. The proof of what you agreed to
        stays for at least five years, because we may need to show it. This cannot be undone.
      </p>
      {askText ? (
        <form method="post">
          <input type="hidden" name="intent" value="erase-ask" />
          <p className="text-[0.9375rem]">
            {askText}
            {isStopped ? ` Call ${phone}, so that we can check that it is you.` : ""}
          </p>
          <button type="submit" className="btn btn-line mt-2">
            Ask our team to delete it
          </button>
        </form>
      ) : (
        <form method="post">
          <input type="hidden" name="intent" value="erase-code" />
          <button type="submit" className="btn btn-line">
            {state === "code" ? "Send me another code" : "Send me a code by email"}
          </button>
        </form>
      )}
      {state === "code" ? (
        <form method="post" noValidate className="grid gap-2">
          <input type="hidden" name="intent" value="erase" />
          <TextField
            name="code"
            label="The code from our email"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            error={problem}
          />
          <button type="submit" className="btn btn-line justify-self-start">
            Delete my details
          </button>
        </form>
      ) : null}
    </div>
  );
}
