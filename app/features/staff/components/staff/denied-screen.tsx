import { NO_ACCESS, roleTooLow, type StaffRole } from "../../constants.ts";

/** Return to Login signs out first: with the session still there the login would only lead back here. */
export function DeniedScreen({ role }: { role: StaffRole | null }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-sand p-5 text-center">
      <title>Access Denied</title>
      <div className="max-w-md rounded-2xl border border-line bg-paper p-8">
        <h1 className="h2">Access Denied</h1>
        <p className="mt-3">{role ? roleTooLow(role) : NO_ACCESS}</p>
        <form method="post" action="/backyard/sign-out" className="mt-6">
          <button type="submit" className="btn btn-action">
            Return to Login
          </button>
        </form>
      </div>
    </main>
  );
}
