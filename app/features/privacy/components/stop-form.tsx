import { TextField } from "#app/components/form/field.tsx";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { ScopeField } from "./scope-field.tsx";

export type StopFormProps = {
  company: string;
  phone: string;
  /** What was typed, in a form that was refused. */
  values?: { phone: string; email: string; scope: string };
  errors?: { phone?: string; email?: string };
  tooMany?: boolean;
};

/** The form with which anybody stops contact, without an account or a link. */
export function StopForm({ company, phone, values, errors, tooMany }: StopFormProps) {
  return (
    <NoticePage
      title="Stop all contact"
      text="Give the phone number or the email address you used. You need no account and no reason."
      image="stop"
    >
      <form method="post" action="/stop" noValidate className="grid w-full max-w-xl gap-5">
        {tooMany ? (
          <p role="alert" className="error">
            This form was sent very often in the last hour. Please call us, and we stop all contact
            for you.
          </p>
        ) : null}
        <TextField
          name="phone"
          type="tel"
          label="Your phone number"
          autoComplete="tel"
          defaultValue={values?.phone}
          error={errors?.phone}
        />
        <TextField
          name="email"
          type="email"
          label="Your email address"
          autoComplete="email"
          defaultValue={values?.email}
          error={errors?.email}
          hint="One of the two is enough. Give both if you used both."
        />
        <ScopeField company={company} value={values?.scope} />
        <button type="submit" className="btn btn-action justify-self-start">
          Stop contact
        </button>
      </form>
      <p className="basis-full">
        No phone or email? Call us, and a person stops it for you: <PhoneLink phone={phone} />
      </p>
    </NoticePage>
  );
}
