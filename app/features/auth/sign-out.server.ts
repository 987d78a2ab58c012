import type { AppContext } from "#app/app-context.ts";
import { type Auth, authHeaders, callAuth } from "./auth.server.ts";

type SignOutCall = { request: Request; caller: { address: string } };

/** Ends the challenge, which leads back to the password. */
export async function endChallenge(
  { auth }: Pick<AppContext, "auth">,
  { request, caller }: SignOutCall,
): Promise<Headers> {
  const { headers } = await auth.api.dropChallenge({
    headers: authHeaders(request, caller.address),
    returnHeaders: true,
  });
  return headers;
}

export async function signOut(
  { auth }: Pick<AppContext, "auth">,
  { request, caller }: SignOutCall,
): Promise<Headers> {
  const result = await callAuth(() =>
    auth.api.signOut({ headers: authHeaders(request, caller.address), returnHeaders: true }),
  );
  return result?.headers ?? new Headers();
}

/** Ends the session or the challenge that the cookies of a response would start. */
export async function discardSignIn(auth: Auth, response: Headers): Promise<void> {
  const cookie = response
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const headers = new Headers({ cookie });
  await callAuth(() => auth.api.dropChallenge({ headers }));
  await callAuth(() => auth.api.signOut({ headers }));
}
