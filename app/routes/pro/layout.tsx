import { Outlet } from "react-router";
import { providerSession, requireSession } from "#app/features/provider-accounts/session.server.ts";
import { PortalErrorPage } from "#app/features/provider-portal/components/portal-error-page.tsx";
import { PortalFrame } from "#app/features/provider-portal/components/portal-frame.tsx";
import { loadPortalFrame } from "#app/features/provider-portal/load-frame.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import type { Route } from "./+types/layout";

/** The portal of a provider's own people. */
export const middleware: Route.MiddlewareFunction[] = [providerSession, requireSession];

export const loader = ({ context }: Route.LoaderArgs) => loadPortalFrame(context);

export const meta = titlePage("Work");

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PortalFrame {...loaderData}>
      <Outlet />
    </PortalFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <PortalErrorPage error={error} frame={loaderData} />;
}
