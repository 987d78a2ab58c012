import { CallbackPage } from "#app/features/crm/highlevel/components/admin/callback-page.tsx";
import "../../staff.css";
import type { Route } from "./+types/callback";

export const handle = { interactive: true, sheet: "linked" };
export const meta: Route.MetaFunction = () => [
  { title: "CRM OAuth callback" },
  { name: "robots", content: "noindex" },
];

const MAX_LENGTH = 2_000;

/** The page is open; the exchange requires a superadmin. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const text = (name: string) => query.get(name)?.slice(0, MAX_LENGTH) ?? "";
  return {
    code: text("code"),
    locationId: text("location_id"),
    state: text("state"),
    error: text("error"),
    errorDescription: text("error_description"),
  };
}

export default function OAuthCallback({ loaderData }: Route.ComponentProps) {
  return <CallbackPage {...loaderData} />;
}
