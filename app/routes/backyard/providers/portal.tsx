import { Outlet } from "react-router";
import { staffSession } from "#app/features/auth/session.server.ts";
import { PortalErrorPage } from "#app/features/provider-portal/components/portal-error-page.tsx";
import { PortalFrame } from "#app/features/provider-portal/components/portal-frame.tsx";
import { loadPortalFrame } from "#app/features/provider-portal/load-frame.server.ts";
import { viewAsProvider } from "#app/features/provider-portal/view-as.server.ts";
import type { Route } from "./+types/portal";

/** The portal of one provider, as staff look at it: the same pages, with nothing to press. */
export const middleware: Route.MiddlewareFunction[] = [staffSession, viewAsProvider];

export const loader = ({ context }: Route.LoaderArgs) => loadPortalFrame(context);

export const meta: Route.MetaFunction = () => [
  { title: "Pro portal" },
  { name: "robots", content: "noindex" },
];

export default function PortalAsStaff({ loaderData }: Route.ComponentProps) {
  return (
    <PortalFrame {...loaderData}>
      <Outlet />
    </PortalFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <PortalErrorPage error={error} frame={loaderData} />;
}
