import type pg from "pg";
import { createStaff } from "#tests/staff.ts";

/**
 * Creates a superadmin, and signs in with the form.
 * @returns the cookies of the session, as a Cookie header
 */
export async function signInSuperadmin(
  origin: string,
  client: pg.Client,
  headers: Record<string, string> = {},
): Promise<string> {
  const { email, password } = await createStaff(client, { role: "superadmin" });
  const response = await fetch(`${origin}/backyard`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, ...headers },
    body: new URLSearchParams({ email, password }),
  });
  await response.arrayBuffer();
  if (response.headers.get("location") !== "/backyard/dashboard")
    throw new Error(`The sign-in returned status ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
