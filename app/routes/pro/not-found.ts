import { data } from "react-router";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import type { Route } from "./+types/not-found";

/** Any other path below the portal: its error page, inside its frame. */
export function loader({ context }: Route.LoaderArgs) {
  requireProvider(context);
  throw data(null, { status: 404 });
}

// Without a component, the route would answer with the bare response.
export default function NotFound() {
  return null;
}
