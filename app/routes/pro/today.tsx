import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import type { Route } from "./+types/today";

export function loader({ context }: Route.LoaderArgs) {
  const { company } = requireProvider(context);
  return { company };
}

export default function Today({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap section">
      <h1 className="h2">Today</h1>
      <p>{loaderData.company}</p>
    </main>
  );
}
