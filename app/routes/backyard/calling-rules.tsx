import { requireStaff } from "#app/features/auth/session.server.ts";
import { CallingRulesPage } from "#app/features/calls/components/admin/calling-rules-page.tsx";
import type { Route } from "./+types/calling-rules";

export const handle = { section: "Calling rules" };
export const meta: Route.MetaFunction = () => [
  { title: "Calling rules" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return null;
}

export default CallingRulesPage;
