import { Link } from "react-router";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";

/** A reminder for superadmins who sign in with only a password. */
export function FactorReminder() {
  const fetcher = useFetcher();
  if (fetcher.state !== "idle") return null;
  return (
    <section
      aria-label="Reminder"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-paper p-4"
    >
      <p className="min-w-0 flex-1 basis-48">
        Whoever learns your password can change everything here.{" "}
        <Link to="/backyard/account" className="link">
          Set up two-factor sign-in
        </Link>
        .
      </p>
      <fetcher.Form method="post" action="/backyard/account">
        <button type="submit" name="intent" value="dismiss-reminder" className="btn-small">
          Not now, ask in a month
        </button>
      </fetcher.Form>
    </section>
  );
}
