import { PageSection } from "#app/components/layouts/page-section.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import type { AccountView } from "../load-account.server.ts";

type DevicesSectionProps = NonNullable<AccountView["push"]>;
type Device = DevicesSectionProps["devices"][number];

/**
 * The person's devices that get notifications. The script of islands/pro-push.ts shows the button that
 * turns them on, and says why where a browser cannot.
 */
export function DevicesSection({ publicKey, devices }: DevicesSectionProps) {
  return (
    <PageSection id="devices" title="Notifications on your devices">
      <p className="mt-1">
        A phone or computer can tell you of a new offer within seconds, also while this page is
        closed. A notification never names a customer or a place.
      </p>
      <p className="mt-1 text-[0.9375rem] text-muted">
        Signing out turns notifications off in that browser. They keep coming when your sign-in ends
        because you did not use it.
      </p>
      <form
        method="post"
        className="mt-3 flex flex-wrap items-center gap-3"
        data-push-form={publicKey}
        data-push-known={devices.some(({ isThis }) => isThis) ? "" : undefined}
      >
        <input type="hidden" name="intent" value="push-turn-on" />
        <input type="hidden" name="endpoint" />
        <input type="hidden" name="p256dh" />
        <input type="hidden" name="auth" />
        <button type="submit" className="btn btn-action" hidden>
          Turn on here
        </button>
        <p role="status">
          Notifications need JavaScript: without it they cannot be turned on in this browser.
        </p>
      </form>
      {devices.length > 0 ? (
        <ul className="mt-3 divide-y divide-line" aria-label="Devices with notifications">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
      <InstallSteps />
    </PageSection>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { id, browser, since, lastSuccess, hasFailed, isThis } = device;
  return (
    <li className="grid gap-2 py-3">
      <p className="min-w-0">
        <span className="font-semibold">{browser}</span>{" "}
        {isThis ? <Badge tone="calm">This browser</Badge> : null}{" "}
        {hasFailed ? <Badge tone="warm">Last one not delivered</Badge> : null}
        <span className="block text-[0.9375rem] text-muted">
          On since {since}. Last notification: {lastSuccess ?? "none yet"}.
        </span>
      </p>
      <form method="post" className="flex flex-wrap gap-x-4 gap-y-1">
        <input type="hidden" name="device" value={id} />
        <button type="submit" name="intent" value="push-test" className="link py-1">
          Send a test notification<span className="sr-only"> to {browser}</span>
        </button>
        <button type="submit" name="intent" value="push-turn-off" className="link py-1">
          Remove<span className="sr-only"> {browser}</span>
        </button>
      </form>
    </li>
  );
}

const InstallSteps = () => (
  <details className="mt-3 text-[0.9375rem]" data-push-steps="">
    <summary className="link inline-block py-1">Put the portal on your phone’s home screen</summary>
    <h3 className="mt-2 font-semibold">iPhone and iPad (iOS 16.4 or later)</h3>
    <ol className="mt-1 list-decimal pl-5">
      <li>Open this page in Safari.</li>
      <li>Tap Share, then Add to Home Screen.</li>
      <li>Open the portal from the home screen and sign in with the code from the email.</li>
      <li>Come back to this page and turn notifications on.</li>
    </ol>
    <h3 className="mt-3 font-semibold">Android</h3>
    <ol className="mt-1 list-decimal pl-5">
      <li>Open this page in Chrome.</li>
      <li>Open the menu, then tap Add to Home screen.</li>
    </ol>
  </details>
);
