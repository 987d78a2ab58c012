import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { MORE_PAGES } from "#app/features/provider-portal/components/portal-frame.tsx";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import type { Route } from "./+types/more";

export const meta = titlePage("More");

/** The pages that have no place in the bar of a phone. */
export async function loader({ context }: Route.LoaderArgs) {
  requireProvider(context);
  const { phone, email } = await context.get(appContext).settings.get();
  return { phone, email };
}

export default function More({ loaderData: { phone, email } }: Route.ComponentProps) {
  const path = usePortalPath();
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">More</h1>
      <ul className="mt-5 grid gap-3">
        {MORE_PAGES.map((page) => (
          <li key={page.path}>
            <a
              href={path(page.path)}
              className="flex min-h-14 items-center rounded-2xl border border-line bg-paper px-5 py-3 font-semibold"
            >
              {page.label}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-7">
        Questions? Call <PhoneLink phone={phone} className="link" /> or write to{" "}
        <a href={`mailto:${email}`} className="link break-words">
          {email}
        </a>
        .
      </p>
      <form method="post" action="/pro/sign-out" className="mt-5">
        <button type="submit" className="btn btn-line">
          Sign out
        </button>
      </form>
    </main>
  );
}
