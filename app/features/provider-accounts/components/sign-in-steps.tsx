import { FieldError } from "#app/components/form/field.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { FormMessage, SignInCard } from "#app/features/auth/components/sign-in-page.tsx";
import { CODE_LENGTH, SIGN_IN_MINUTES } from "../constants.ts";

type StepProps = { message?: string; phone: string };

/** The first step: whose portal it is. */
export function EmailStep({
  message,
  phone,
  email,
  next,
}: StepProps & { email?: string; next: string | null }) {
  return (
    <SignInCard title="Pro sign-in">
      <p className="mt-2">
        We email you a link and a code. They work for {SIGN_IN_MINUTES} minutes. You need no
        password.
      </p>
      <FormMessage message={message} />
      <form method="post" className="mt-5 grid gap-4">
        <input type="hidden" name="intent" value="start" />
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <EmailField email={email} />
        <button type="submit" className="btn btn-action">
          Email me a link
        </button>
      </form>
      <p className="mt-5 text-[0.9375rem] text-muted">
        No account yet? Your company gets an invitation from us. Ask the owner of your company, or
        call <PhoneLink phone={phone} className="link" />.
      </p>
    </SignInCard>
  );
}

export const EmailField = ({ email }: { email?: string }) => (
  <div>
    <label htmlFor="email" className="font-semibold">
      Your email
    </label>
    <input
      id="email"
      name="email"
      type="email"
      required
      autoComplete="username"
      defaultValue={email}
      className="input mt-1"
    />
  </div>
);

type CodeStepProps = StepProps & {
  email: string | null;
  /** The link was opened in another browser than the one that asked for it. */
  isOtherBrowser?: boolean;
  isJoining?: boolean;
  /** The code was wrong too often. */
  isSpent: boolean;
  startPath: string;
};

/** The second step: the code of the mail, in the browser that asked, or where its link was opened. */
export function CodeStep(props: CodeStepProps) {
  const { message, email, isOtherBrowser, isJoining, isSpent, startPath } = props;
  return (
    <SignInCard title={isOtherBrowser ? "Enter the code too" : "Check your email"}>
      <p className="mt-2 break-words">
        {isOtherBrowser
          ? `You started in another browser or on another device. To sign in here, type the ${CODE_LENGTH} digits of the same email.`
          : `${isJoining ? `We send ${email} a link and a code.` : `If ${email} has an account, a link and a code are on their way.`} Open the link in this browser, or type the code here.`}
      </p>
      <FormMessage message={message} />
      {isSpent ? (
        <p className="mt-4 font-semibold">
          Too many wrong codes. For your safety this code no longer works: start again.
        </p>
      ) : null}
      {isSpent ? null : <CodeForm label="Code from the email" intent="code" button="Sign in" />}
      <p className="mt-5 text-[0.9375rem] text-muted">
        No email after two minutes? Look in the spam folder, or check the address.
      </p>
      <form method="post" action={startPath} className="mt-2">
        <button type="submit" name="intent" value="restart" className="link py-1">
          Start again
        </button>
      </form>
    </SignInCard>
  );
}

/** The field of a code of six digits, from a mail or an authenticator app. */
export const CodeField = ({ label, error }: { label: string; error?: string }) => (
  <div>
    <label htmlFor="code" className="font-semibold">
      {label}
    </label>
    <input
      id="code"
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_LENGTH + 4}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? "code-error" : undefined}
      className="input mt-1"
    />
    {error ? <FieldError id="code-error" message={error} /> : null}
  </div>
);

type CodeFormProps = {
  label: string;
  intent: string;
  button: string;
  /** Where the browser is after it, such as #factor. */
  action?: string;
  error?: string;
};

export const CodeForm = ({ label, intent, button, action, error }: CodeFormProps) => (
  <form method="post" action={action} className="mt-5 grid gap-4">
    <input type="hidden" name="intent" value={intent} />
    <CodeField label={label} error={error} />
    <button type="submit" className="btn btn-action">
      {button}
    </button>
  </form>
);

/** The last step of people with a second factor. */
export function FactorStep({ message }: { message?: string }) {
  return (
    <SignInCard title="Code from your app">
      <p className="mt-2">Enter the {CODE_LENGTH} digits that your authenticator app shows.</p>
      <FormMessage message={message} />
      <CodeForm label="Code from the app" intent="factor" button="Sign in" />
      <details className="mt-5">
        <summary className="link inline-block py-1">Use a recovery code</summary>
        <form method="post" className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="recovery" />
          <label htmlFor="recovery" className="font-semibold">
            Recovery code
          </label>
          <input id="recovery" name="code" required autoComplete="off" className="input" />
          <button type="submit" className="btn btn-line">
            Sign in
          </button>
        </form>
      </details>
      <form method="post" className="mt-5">
        <button type="submit" name="intent" value="restart" className="link py-1">
          Start again
        </button>
      </form>
    </SignInCard>
  );
}

/** A mailed link in the browser that asked for it: a button, so that mail scanners spend nothing. */
export function LinkStep({ email, message }: { email: string; message?: string }) {
  return (
    <SignInCard title="One more tap">
      <FormMessage message={message} />
      <form method="post" className="mt-5">
        <input type="hidden" name="intent" value="link" />
        <button type="submit" className="btn btn-action w-full">
          <span className="min-w-0 break-words">Sign in as {email}</span>
        </button>
      </form>
    </SignInCard>
  );
}

/** A link that does not work. */
export function DeadLink({ what, todo }: { what: string; todo: string }) {
  return (
    <SignInCard title="This link does not work">
      <p className="mt-2">
        {what} {todo}
      </p>
      <a href="/pro" className="btn btn-line mt-5">
        Go to sign-in
      </a>
    </SignInCard>
  );
}
