import { useCallback, useEffect, useState } from "react";
import type { Clock } from "#app/components/admin/when.tsx";
import { type BrowserState, readBrowserState } from "../../browser-push.ts";
import { STAFF_WORKER } from "../../constants.ts";
import type { NotificationState } from "../../queries.server.ts";
import { DeviceList } from "./device-list.tsx";
import { QuietHoursForm } from "./quiet-hours-form.tsx";
import { ThisBrowser } from "./this-browser.tsx";

type NotificationsSectionProps = { notifications: NotificationState; clock: Clock };

/** Notifications to the browsers of the signed-in person, and when they want none. */
export function NotificationsSection({ notifications, clock }: NotificationsSectionProps) {
  const { devices, publicKey, quiet } = notifications;
  const [browser, refreshBrowser] = useBrowserState();
  const isKnown = devices.some(({ isThis }) => isThis);
  return (
    <section
      className="panel-card grid gap-5 p-5"
      aria-label="Notifications on this device"
      id="notifications"
    >
      <div className="grid gap-2">
        <h2 className="h3">Notifications on this device</h2>
        <p>
          Get a notification for a new emergency, for a request that came back because nobody tried
          to reach the customer, and when nobody is on shift.
        </p>
        <p className="text-[0.9375rem] text-muted">
          A notification never names a customer. Signing out turns notifications off on that device.
          They keep coming when your session ends because you were idle.
        </p>
      </div>
      <ThisBrowser
        publicKey={publicKey}
        state={browser === "on" && !isKnown ? "off" : browser}
        onChange={refreshBrowser}
      />
      <DeviceList devices={devices} clock={clock} onChange={refreshBrowser} />
      <QuietHoursForm quiet={quiet} businessZone={clock.timeZone} />
      <InstallSteps isOpen={browser === "needs-install"} />
    </section>
  );
}

/** The state of this browser, null until it is known, and a function that reads it again. */
function useBrowserState(): [BrowserState | null, () => void] {
  const [state, setState] = useState<BrowserState | null>(null);
  const refresh = useCallback(() => {
    readBrowserState(STAFF_WORKER).then(setState, () => setState("unsupported"));
  }, []);
  useEffect(refresh, [refresh]);
  return [state, refresh];
}

function InstallSteps({ isOpen }: { isOpen: boolean }) {
  return (
    <details open={isOpen} className="text-[0.9375rem]">
      <summary className="link inline-block py-1">Put the portal on a phone’s home screen</summary>
      <div className="mt-2 grid gap-3 room-md:grid-cols-2">
        <div>
          <h3 className="font-semibold">iPhone and iPad (iOS 16.4 or later)</h3>
          <ol className="mt-1 list-decimal pl-5">
            <li>Open this page in Safari.</li>
            <li>Tap Share, then Add to Home Screen.</li>
            <li>Open Backyard from the home screen and sign in.</li>
            <li>Come back to this page and turn notifications on.</li>
          </ol>
        </div>
        <div>
          <h3 className="font-semibold">Android</h3>
          <ol className="mt-1 list-decimal pl-5">
            <li>Open this page in Chrome.</li>
            <li>Open the menu, then tap Add to Home screen.</li>
            <li>Open Backyard from the home screen.</li>
          </ol>
        </div>
      </div>
    </details>
  );
}
