import { data } from "react-router";
import { requireStaff } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/not-found";

export const handle = { section: "Not found" };

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <div className="panel-card max-w-xl p-6">
      <p>There is no such page in the portal. The menu leads to those that exist.</p>
    </div>
  );
}
