import { Form } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { Field, FormError, keepDigits } from "./account-field.tsx";

export type Setup = { qrCode: string; secret: string; recoveryCodes: string[] };

/** Password first, then the QR code for the app, the recovery codes and a first code. */
export function FactorSetup({ setup, message }: { setup?: Setup; message?: string }) {
  if (!setup) {
    return (
      <Form method="post" className="grid max-w-sm gap-3">
        <p>Off. With an authenticator app on your phone, a stolen password alone opens nothing.</p>
        <input type="hidden" name="intent" value="factor-start" />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <FormError text={message} />
        <Button type="submit" tone="primary" className="justify-self-start">
          Set up
        </Button>
      </Form>
    );
  }
  return (
    <div className="@container">
      <div className="grid gap-5 @lg:grid-cols-[12rem_1fr]">
        <img
          src={setup.qrCode}
          width="192"
          height="192"
          alt="QR code for your authenticator app"
          className="border border-line"
        />
        <div>
          <p>Scan the QR code with your authenticator app, or type this secret into it:</p>
          <p className="mt-1 font-mono text-[0.9375rem] break-all">{setup.secret}</p>
          <p className="mt-4 font-semibold">
            Keep these recovery codes. Each signs you in once without the app; they are not shown
            again.
          </p>
          <ul className="mt-2 grid grid-cols-2 gap-x-6 font-mono text-[0.9375rem]">
            {setup.recoveryCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Form method="post" className="mt-4 grid max-w-sm gap-3">
            <input type="hidden" name="intent" value="factor-confirm" />
            <Field
              name="code"
              label="Code from the app"
              inputMode="numeric"
              autoComplete="one-time-code"
              onInput={keepDigits}
              pattern="[0-9]{6}"
              title="6 digits"
            />
            <FormError text={message} />
            <Button type="submit" tone="primary" className="justify-self-start">
              Turn on
            </Button>
          </Form>
        </div>
      </div>
    </div>
  );
}
