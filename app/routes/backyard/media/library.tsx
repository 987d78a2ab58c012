import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { LibraryPage } from "#app/features/media/components/admin/library-page.tsx";
import { listImages } from "#app/features/media/queries.server.ts";
import type { Route } from "./+types/library";

export const handle = { section: "Media" };
export const meta: Route.MetaFunction = () => [
  { title: "Media" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return listImages(context.get(appContext).db, { q: "", after: null });
}

export default function Media({ loaderData }: Route.ComponentProps) {
  return <LibraryPage first={loaderData} />;
}
