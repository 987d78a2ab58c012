/** The small card of the sign-in pages. They are plain forms: signing in needs no script. */
export function SignInCard({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-sand p-5">
      <div className="w-full max-w-md rounded-2xl border border-line bg-paper p-6 shadow-card sm:p-8">
        <img src="/favicon.svg" width="40" height="40" alt="" />
        <h1 className="h3 mt-4">{title}</h1>
        {children}
      </div>
    </main>
  );
}

export function FormMessage({ message }: { message?: string }) {
  return message ? (
    <p
      role="alert"
      className="mt-4 rounded-lg border-2 border-danger p-3 font-semibold text-danger"
    >
      {message}
    </p>
  ) : null;
}

/**
 * A password field with a button that shows the password; the islands script adds the button's
 * behavior.
 */
export function PasswordField({
  label,
  autoComplete,
  hint,
}: {
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
}) {
  return (
    <div>
      <label htmlFor="password" className="font-semibold">
        {label}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id="password"
          name="password"
          type="password"
          required
          autoComplete={autoComplete}
          aria-describedby={hint ? "password-hint" : undefined}
          className="input min-w-0 flex-1 basis-36"
        />
        <button
          type="button"
          data-reveal="password"
          aria-pressed="false"
          className="needs-script btn btn-line shrink-0 px-4"
        >
          Show
        </button>
      </div>
      {hint ? (
        <p id="password-hint" className="mt-1 text-[0.9375rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
