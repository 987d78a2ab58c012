import { Link } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
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
        <Button type="submit" name="intent" value="dismiss-reminder">
          Not now, ask in a month
        </Button>
      </fetcher.Form>
    </section>
  );
}
