import { ACCOUNT_ERRORS } from "./constants.ts";

/**
 * The reply to a form that needs the person's password: the reason, and the submitted values so
 * that they can be sent again with it.
 */
export function requestPassword(
  form: FormData,
  reason: "needed" | "password" | "wait" | "busy",
): { message: string; resubmit: Record<string, string> } {
  const resubmit = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name !== "password" && typeof value === "string" ? [[name, value]] : [],
    ),
  );
  return { message: ACCOUNT_ERRORS[reason], resubmit };
}
