import { checkFormLimit, describeStart, type SignInReply } from "./handle-sign-in.server.ts";
import { findInvitation } from "./invitations.server.ts";
import { joinSchema } from "./schema.ts";
import { type StartContext, startSignIn } from "./start-sign-in.server.ts";

/** Starts the sign-in of somebody who was invited: they join with the code of its mail. */
export async function joinCompany(
  context: StartContext,
  { token, form, address }: { token: string; form: FormData; address: string },
): Promise<SignInReply> {
  const limit = await checkFormLimit(context, address);
  if (limit) return limit;
  const values = joinSchema.safeParse(Object.fromEntries(form));
  if (!values.success)
    return { ok: false, status: 400, message: values.error.issues[0]?.message ?? "" };
  const { db, now } = context;
  const invitation = await findInvitation(db, { token, now });
  if (!invitation)
    return { ok: false, status: 409, message: "This invitation does not work any more." };
  const { name, email } = values.data;
  const joins = { invitationId: invitation.id, name };
  return describeStart(await startSignIn(context, { email, address, next: null, joins }));
}
