import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { formatBrowserName } from "#app/lib/browser-name.ts";
import { unsubscribeBrowser } from "../../browser-push.ts";
import { ACCOUNT_PATH, STAFF_WORKER } from "../../constants.ts";
import type { PushDevice } from "../../queries.server.ts";
import { type PushFormReply, toFormResult } from "./push-reply.ts";

type DeviceListProps = { devices: PushDevice[]; clock: Clock; onChange: () => void };

/** The browsers that get notifications: each can be tested, and turned off. */
export function DeviceList({ devices, clock, onChange }: DeviceListProps) {
  if (devices.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">Devices with notifications</h3>
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} clock={clock} onChange={onChange} />
        ))}
      </ul>
    </div>
  );
}

type DeviceRowProps = { device: PushDevice } & Omit<DeviceListProps, "devices">;

function DeviceRow({ device, clock, onChange }: DeviceRowProps) {
  const { id, userAgent, createdAt, lastSuccessAt, failures, isThis } = device;
  const name = formatBrowserName(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {isThis ? <Badge>This browser</Badge> : null}
          {failures > 0 ? <Badge tone="notice">Last one not delivered</Badge> : null}
        </p>
        <p className="text-[0.9375rem] text-muted">
          On since <When at={createdAt} clock={clock} />. Last notification:{" "}
          <When at={lastSuccessAt} clock={clock} never="none yet" />.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DeviceAction intent="push-test" device={id} label="Send a test notification" of={name} />
        <DeviceAction
          intent="push-turn-off"
          device={id}
          label="Turn off"
          of={name}
          onDone={async () => {
            if (isThis) await unsubscribeBrowser(STAFF_WORKER).catch(() => {});
            onChange();
          }}
        />
      </div>
    </li>
  );
}

type DeviceActionProps = {
  intent: "push-test" | "push-turn-off";
  device: string;
  label: string;
  of: string;
  onDone?: () => void;
};

function DeviceAction({ intent, device, label, of, onDone }: DeviceActionProps) {
  const fetcher = useReplyFetcher<PushFormReply>((reply) => {
    if (reply.done) onDone?.();
  });
  useResultToast(toFormResult(fetcher.data));
  return (
    <fetcher.Form method="post" action={ACCOUNT_PATH}>
      <input type="hidden" name="device" value={device} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        disabled={fetcher.state !== "idle"}
        aria-label={`${label}: ${of}`}
      >
        {label}
      </Button>
    </fetcher.Form>
  );
}
