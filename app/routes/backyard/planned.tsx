import { requireStaff } from "#app/features/staff/session.server.ts";
import type { Route } from "./+types/planned";

const SECTIONS: Record<string, string> = { "/backyard/providers": "Providers", "/backyard/quizzes": "Quizzes", "/backyard/advertorials": "Advertorials" };

/** Areas of the menu whose screens are not built yet. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context);
  return { name: SECTIONS[new URL(request.url).pathname.replace(/\.data$/, "")] ?? "This area" };
}

export default function Planned({ loaderData: { name } }: Route.ComponentProps) {
  return (
    <div className="panel-card max-w-xl p-6">
      <h2 className="h3">{name}</h2>
      <p className="mt-2">This area is not there yet. Service requests and settings are.</p>
    </div>
  );
}
