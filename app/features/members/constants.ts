/** Why a change of a staff member is refused, for the page. */
export const MEMBER_ERRORS = {
  denied: "Only an active superadmin may do this.",
  unknown: "This person no longer has a staff account. Reload the page.",
  self: "You cannot do this to your own account. Another superadmin can, and your account page changes your password and second factor.",
  "last-superadmin": "This is the last active superadmin. Make somebody else a superadmin first.",
  "email-taken":
    "Somebody with this email address has an account already. Send a password link instead.",
  disabled: "This account is disabled. Enable it first.",
  invalid: "This form cannot be read. Reload the page and try again.",
} as const;
export type MemberRefusal = keyof typeof MEMBER_ERRORS;

export const MEMBER_CHANGES = [
  "set-role",
  "disable",
  "enable",
  "send-reset",
  "reset-factor",
  "unlock",
  "end-sessions",
] as const;
export type MemberChange = (typeof MEMBER_CHANGES)[number];

/** The reply to a form of the Members page. */
export type MemberReply = {
  /** What was done, for a toast. */
  done?: string;
  /** Why it was refused. */
  message?: string;
  /** The submitted values, to be sent again with the person's own password. */
  resubmit?: Record<string, string>;
  errors?: Partial<Record<"email" | "role", string>>;
  /** A one-time link with its origin, and the address it is for. */
  link?: string;
  email?: string;
};

export const MEMBER_DONE: Record<MemberChange, string> = {
  "set-role": "The role is changed.",
  disable: "The account is disabled.",
  enable: "The account is enabled.",
  "send-reset": "The link is ready.",
  "reset-factor": "The second factor is removed.",
  unlock: "The account is unlocked.",
  "end-sessions": "The sessions of this person have ended.",
};
