import { PageSection } from "#app/components/layouts/page-section.tsx";
import type { FactorSetup } from "../factor.server.ts";
import type { AccountReply } from "../handle-account.server.ts";
import { CopyText } from "./copy-text.tsx";
import { Refusal } from "./refusal.tsx";
import { CodeField, CodeForm } from "./sign-in-steps.tsx";

/** The second factor: off, being set up, or on. */
export function FactorSection({ isOn, reply }: { isOn: boolean; reply: AccountReply | undefined }) {
  const setup = reply && "setup" in reply ? reply.setup : undefined;
  const error = reply && !reply.ok && reply.isWrongCode ? reply.message : undefined;
  const codes = reply && "recoveryCodes" in reply ? reply.recoveryCodes : null;
  return (
    <PageSection id="factor" title="Two-step sign-in">
      <Refusal reply={reply} section="factor" />
      {codes ? <RecoveryCodes codes={codes} /> : null}
      {isOn || codes ? (
        <details className="mt-3" open={error !== undefined}>
          <summary className="py-1 font-semibold">On. Turn it off</summary>
          <CodeForm
            label="Code from the app"
            intent="factor-remove"
            button="Turn it off"
            action="#factor"
            error={error}
          />
        </details>
      ) : setup ? (
        <Setup {...setup} error={error} />
      ) : (
        <form method="post" action="#factor" className="mt-3">
          <p>
            Off. With an authenticator app, nobody who can read your mailbox can sign in as you.
          </p>
          <button type="submit" name="intent" value="factor-start" className="btn btn-line mt-3">
            Set it up
          </button>
        </form>
      )}
    </PageSection>
  );
}

function Setup({ qrCode, uri, secret, error }: FactorSetup & { error: string | undefined }) {
  return (
    <div className="mt-3">
      <p>Authenticator app on this device? Open it from here:</p>
      <p className="mt-2">
        <a href={uri} className="btn btn-line">
          Open in your authenticator app
        </a>
      </p>
      <p className="mt-4">On another device? Scan this with it:</p>
      <img
        src={qrCode}
        width="192"
        height="192"
        alt="QR code for your authenticator app"
        className="mt-3 border border-line"
      />
      <p className="mt-4">Or type this key into the app:</p>
      <CopyText id="factor-key" text={secret} label="Copy key" />
      <form method="post" action="#factor" className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="factor-confirm" />
        <input type="hidden" name="qrCode" value={qrCode} />
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="secret" value={secret} />
        <CodeField label="Code that the app shows" error={error} />
        <button type="submit" className="btn btn-action justify-self-start">
          Turn it on
        </button>
      </form>
    </div>
  );
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div role="status" className="mt-3 rounded-xl bg-sand p-4">
    <p className="font-semibold">
      It is on. Keep these recovery codes: each signs you in once without the app. They are not
      shown again.
    </p>
    <ul className="mt-2 grid grid-cols-2 gap-x-6 font-mono text-[0.9375rem]">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </div>
);
