import { appContext } from "#app/app-context.ts";
import type { Route } from "./+types/readyz";

/**
 * Reports whether the process can serve requests: it is not stopping, and the database responds within
 * its deadline.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { isStopping, checkDatabase } = context.get(appContext);
  const problem = isStopping()
    ? "stopping"
    : await checkDatabase().then(
        () => null,
        () => "the database does not answer",
      );
  return new Response(`${problem ?? "ready"}\n`, {
    status: problem ? 503 : 200,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
