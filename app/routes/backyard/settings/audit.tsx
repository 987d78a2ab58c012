import { actionContext, appContext } from "#app/app-context.ts";
import { readAuditFilter } from "#app/features/audit/audit-filter.ts";
import { AuditPage } from "#app/features/audit/components/admin/audit-page.tsx";
import { getAuditPage } from "#app/features/audit/queries.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { ChainCheck } from "#app/features/consent/components/admin/chain-check.tsx";
import { recordChainVerification } from "#app/features/consent/mutations.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { cursorSchema } from "#app/lib/cursor.ts";
import type { Route } from "./+types/audit";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Audit log" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(appContext);
  const { timeZone } = await settings.get();
  const query = new URL(request.url).searchParams;
  const filter = readAuditFilter(query);
  const before = cursorSchema.parse(query.get("before")) ?? null;
  return {
    ...(await getAuditPage(db, { filter, before, timeZone })),
    filter,
    isFirst: !before,
    clock: { now: now(), timeZone },
  };
}

/** Checks the consent chain; only the audit log changes. */
export function action({ context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  return recordChainVerification(actionContext(context, userId));
}

export default function AuditSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Audit log"
      intro="Every change that staff and nightly jobs made. Nobody can edit or delete a row."
    >
      <AuditPage {...loaderData}>
        <ChainCheck />
      </AuditPage>
    </SettingsFrame>
  );
}
