import { data } from "react-router";
import { requestInfoContext } from "#app/app-context.ts";
import type { Route } from "./+types/not-found";

export function loader({ context }: Route.LoaderArgs): never {
  const [status, statusText] = context.get(requestInfoContext).isUrlMalformed
    ? [400, "Bad Request"]
    : [404, "Not Found"];
  throw data(`${status} ${statusText}`, { status, statusText });
}

export default function NotFound() {
  return null;
}
