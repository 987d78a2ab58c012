import { LibraryPage } from "#app/features/media/components/staff/library-page.tsx";
import { listImages } from "#app/features/media/queries.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/library";

export const handle = { section: "Media" };
export const meta: Route.MetaFunction = () => [
  { title: "Media" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return listImages(context.get(servicesContext).db.$client, { q: "", after: null });
}

export default function Media({ loaderData }: Route.ComponentProps) {
  return <LibraryPage first={loaderData} />;
}
