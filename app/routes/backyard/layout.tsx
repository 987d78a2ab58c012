import { isRouteErrorResponse, Outlet, useMatches } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { DeniedScreen } from "#app/features/auth/components/admin/denied-screen.tsx";
import {
  LoadFailedPage,
  LoadFailedScreen,
} from "#app/features/auth/components/admin/load-failed-page.tsx";
import { PortalFrame } from "#app/features/auth/components/admin/portal-frame.tsx";
import { ROLE_RANK, type StaffRole } from "#app/features/auth/constants.ts";
import { needsFactorReminder } from "#app/features/auth/factor-rule.server.ts";
import { requireStaff, staffSession } from "#app/features/auth/session.server.ts";
import { countOpenDisputes } from "#app/features/offers/disputes/queries.server.ts";
import { allowPrivateImages } from "#app/features/private-files/file-response.server.ts";
import { MANIFEST_PATH } from "#app/features/push/constants.ts";
import { RequestStream } from "#app/features/requests/assignments/components/admin/request-stream.tsx";
import "../../staff.css";
import type { Route } from "./+types/layout";

export const handle = { interactive: true, sheet: "linked" };
export const meta: Route.MetaFunction = () => [
  { title: "Backyard" },
  { name: "robots", content: "noindex" },
];
export const links: Route.LinksFunction = () => [{ rel: "manifest", href: MANIFEST_PATH }];

/** Guards every route below; each loader and action checks again itself. */
const guard: Route.MiddlewareFunction = ({ context }) => {
  requireStaff(context);
  // The policy of the page that was opened first counts for all others, which React loads.
  allowPrivateImages(context.get(requestInfoContext), context.get(appContext));
};
export const middleware: Route.MiddlewareFunction[] = [staffSession, guard];

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, name, email, role, hasFactor, factorRule } = requireStaff(context);
  const { alarms, db, now, settings } = context.get(appContext);
  const { brand } = await settings.get();
  const canDecide = ROLE_RANK[role] >= ROLE_RANK.staff;
  const isSuperadmin = ROLE_RANK[role] >= ROLE_RANK.superadmin;
  const remindOfFactor =
    isSuperadmin &&
    !hasFactor &&
    factorRule === "nobody" &&
    (await needsFactorReminder(db, { userId, now: now() }));
  return {
    staff: { userId, name, email, role },
    brand,
    isSuperadmin,
    remindOfFactor,
    openDisputes: canDecide ? await countOpenDisputes(db) : null,
    alarms: await alarms.get(),
  };
}

/** Settings that a portal page exports as `handle`. `section` is its name in the header. */
export type PortalHandle = { section?: string };

const useSection = () =>
  useMatches()
    .map((match) => (match.handle as PortalHandle | undefined)?.section)
    .findLast(Boolean) ?? "Backyard";

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PortalFrame
      {...loaderData}
      section={useSection()}
      banner={<RequestStream alarms={loaderData.alarms} viewerId={loaderData.staff.userId} />}
    >
      <Outlet />
    </PortalFrame>
  );
}

/** An error of a page keeps the portal's frame around it; the page is retried. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const section = useSection();
  if (isRouteErrorResponse(error) && error.status === 403)
    return (
      <DeniedScreen
        role={(error.data as { role?: StaffRole } | null)?.role ?? loaderData?.staff.role ?? null}
      />
    );
  if (!loaderData) return <LoadFailedScreen />;
  return (
    <PortalFrame {...loaderData} section={section}>
      <LoadFailedPage />
    </PortalFrame>
  );
}
