import type { AccountReply, AccountSection } from "../handle-account.server.ts";

type RefusalProps = {
  reply: AccountReply | undefined;
  /** Shows only what was refused in this section; without it, what no section shows. */
  section?: AccountSection;
};

/** Why a form of the account page was refused, where the browser is after it. */
export function Refusal({ reply, section }: RefusalProps) {
  if (!reply || reply.ok || reply.section !== section || reply.isWrongCode) return null;
  return (
    <div
      id="notice"
      role="alert"
      className="mt-4 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
    >
      <p>{reply.message}</p>
      {reply.status === 403 ? (
        <form method="post" action="/pro/sign-out?next=/pro/account" className="mt-2">
          <button type="submit" className="btn btn-line">
            Sign in again
          </button>
        </form>
      ) : null}
    </div>
  );
}
