import { formatRoleTooLow, NO_ACCESS, ROLE_RANK, type StaffRole } from "../../constants.ts";

/** Return to Login signs out first: with an active session the login would redirect back here. */
export function DeniedScreen({ role }: { role: StaffRole | null }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-sand p-5 text-center">
      <title>Access Denied</title>
      <div className="max-w-md rounded-2xl border border-line bg-paper p-8">
        <h1 className="h2">Access Denied</h1>
        <p className="mt-3">{role ? formatRoleTooLow(role) : NO_ACCESS}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {role && ROLE_RANK[role] >= ROLE_RANK.staff ? (
            <a href="/backyard/dashboard" className="btn btn-action">
              Back to dashboard
            </a>
          ) : null}
          <form method="post" action="/backyard/sign-out">
            <button
              type="submit"
              className={
                role && ROLE_RANK[role] >= ROLE_RANK.staff ? "btn btn-line" : "btn btn-action"
              }
            >
              Return to Login
            </button>
          </form>
        </div>
      </div>
    </main>
  );
}
