import { useEffect, useState } from "react";
import { Form } from "react-router";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { formatBrowserName } from "#app/lib/browser-name.ts";
import { getDateFormat } from "#app/lib/date-formats.ts";
import type { AccountDevice, AccountSession } from "../../queries.server.ts";
import { Field, FormError, keepDigits } from "./account-field.tsx";
import { FactorSetup, type Setup } from "./factor-setup.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

type Result = {
  intent: string;
  message?: string;
  resubmit?: Record<string, string>;
  done?: string;
  setup?: Setup;
};
type AccountPageProps = {
  email: string;
  hasFactor: boolean;
  sessions: AccountSession[];
  devices: AccountDevice[];
  timeZone: string;
  result: Result | undefined;
  /** A form of another feature; null for people who work no shifts. */
  shifts: React.ReactNode;
  /** More sections, of other features. */
  children?: React.ReactNode;
};

export function AccountPage({
  email,
  hasFactor,
  sessions,
  devices,
  timeZone,
  result,
  shifts,
  children,
}: AccountPageProps) {
  const formatTime = (date: Date) =>
    getDateFormat({ dateStyle: "medium", timeStyle: "short", timeZone }).format(date);
  const [setup, setSetup] = useState<Setup>();
  useEffect(() => {
    if (result?.setup) setSetup(result.setup);
    if (result?.done) toast.success(result.done);
    // A form without an intent has no place of its own for the message.
    if (result?.intent === "" && result.message) toast.error(result.message);
    if (result?.done && result.intent === "factor-confirm") setSetup(undefined);
  }, [result]);
  const findMessage = (...intents: string[]) =>
    result && intents.includes(result.intent) ? result.message : undefined;
  return (
    <div className="grid max-w-4xl gap-6">
      {shifts ? <Card title="My shifts">{shifts}</Card> : null}
      <Card title="Password">
        <Form
          method="post"
          className="grid max-w-sm gap-3"
          key={result?.intent === "password" && result.done ? "done" : "password"}
        >
          <input type="hidden" name="intent" value="password" />
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <Field
            name="current"
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
          <Field name="next" label="New password" type="password" autoComplete="new-password" />
          <FormError text={findMessage("password")} />
          <Button type="submit" tone="primary" className="justify-self-start">
            Change password
          </Button>
        </Form>
      </Card>
      <Card title="Two-factor sign-in">
        {hasFactor ? (
          <Form method="post" className="grid max-w-sm gap-3">
            <p>On: after your password you enter a code from your authenticator app.</p>
            <input type="hidden" name="intent" value="factor-remove" />
            <Field
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
            />
            <Field
              name="code"
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              onInput={keepDigits}
            />
            <FormError text={findMessage("factor-remove")} />
            <Button type="submit" tone="danger" className="justify-self-start">
              Turn off
            </Button>
          </Form>
        ) : (
          <FactorSetup setup={setup} message={findMessage("factor-start", "factor-confirm")} />
        )}
      </Card>
      {children}
      <Card title="Where you are signed in">
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="end-session" />
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <Row
                key={session.id}
                title={session.isThis ? "This browser" : formatBrowserName(session.userAgent)}
                text={`Last used ${formatTime(session.lastSeenAt)}, since ${formatTime(session.createdAt)}`}
              >
                {session.isThis ? null : (
                  <Button type="submit" name="session" value={session.id}>
                    End
                  </Button>
                )}
              </Row>
            ))}
          </ul>
          {sessions.length > 1 ? (
            <Button
              type="submit"
              name="session"
              value="others"
              tone="danger"
              className="justify-self-start"
            >
              End all other sessions
            </Button>
          ) : null}
        </Form>
        <PasswordPrompt reply={result?.intent === "end-session" ? result : undefined} Form={Form} />
      </Card>
      <Card title="Known browsers">
        <ul className="divide-y divide-line">
          {devices.map((device) => (
            <Row
              key={device.id}
              title={formatBrowserName(device.userAgent)}
              text={`First ${formatTime(device.firstSeenAt)}, last ${formatTime(device.lastSeenAt)}`}
            >
              <RowAction intent="forget-device" name="device" value={device.id} label="Forget" />
            </Row>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="panel-card p-5" aria-label={title}>
      <h2 className="h3 mb-3">{title}</h2>
      {children}
    </section>
  );
}

function Row({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-[0.9375rem] text-muted">{text}</p>
      </div>
      {children}
    </li>
  );
}

function RowAction({
  intent,
  name,
  value,
  label,
}: {
  intent: string;
  name: string;
  value: string;
  label: string;
}) {
  return (
    <Form method="post">
      <input type="hidden" name={name} value={value} />
      <Button type="submit" name="intent" value={intent}>
        {label}
      </Button>
    </Form>
  );
}
