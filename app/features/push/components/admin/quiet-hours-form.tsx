import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import { ACCOUNT_PATH, DEFAULT_QUIET_FROM, DEFAULT_QUIET_TO } from "../../constants.ts";
import { formatTime } from "../../quiet-hours.ts";
import type { QuietInput } from "../../schema.server.ts";
import { type PushFormReply, toFormResult } from "./push-reply.ts";

type QuietHoursFormProps = {
  /** Null: never saved. */
  quiet: QuietInput | null;
  /** The zone where the browser does not say its own. */
  businessZone: string;
};

/** When a person wants no notifications, on all of their devices. */
export function QuietHoursForm({ quiet, businessZone }: QuietHoursFormProps) {
  const { Form, form, errors, isBusy } = useStaffForm<PushFormReply, PushFormReply>(toFormResult);
  const isHydrated = useHydrated();
  const [isOn, setOn] = useState(quiet?.quietFrom != null);
  const savedZone = quiet?.timeZone ?? businessZone;
  const zone = isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : savedZone;
  return (
    <div>
      <h3 className="font-semibold">Quiet hours</h3>
      <Form
        ref={form}
        method="post"
        action={ACCOUNT_PATH}
        noValidate
        aria-label="Quiet hours"
        className="mt-2 grid max-w-md gap-3"
      >
        <input type="hidden" name="intent" value="push-quiet" />
        <input type="hidden" name="timeZone" value={zone} />
        <Check
          name="isOn"
          label="No notifications during these hours"
          checked={isOn}
          onChange={setOn}
          disabled={!isHydrated}
        />
        {isOn ? (
          <>
            <div className="grid grid-cols-2 gap-3">
              <TextField
                name="from"
                label="From"
                type="time"
                defaultValue={
                  quiet?.quietFrom == null ? DEFAULT_QUIET_FROM : formatTime(quiet.quietFrom)
                }
                error={errors.from}
              />
              <TextField
                name="to"
                label="To"
                type="time"
                defaultValue={quiet?.quietTo == null ? DEFAULT_QUIET_TO : formatTime(quiet.quietTo)}
                error={errors.to}
              />
            </div>
            <ZoneNote savedZone={quiet?.quietFrom == null ? zone : savedZone} zone={zone} />
            <Check
              name="alarms"
              label="Emergencies, and that nobody is on shift, also during quiet hours"
              defaultChecked={quiet?.alarmsWhenQuiet ?? false}
            />
            <p className="text-[0.9375rem] text-muted">
              What happens during quiet hours is not sent later, unless they end within half an
              hour: it waits in the list. A request that came back waits in any case.
            </p>
          </>
        ) : null}
        <Button
          type="submit"
          tone="primary"
          disabled={!isHydrated || isBusy}
          className="justify-self-start"
        >
          Save quiet hours
        </Button>
      </Form>
    </div>
  );
}

function ZoneNote({ savedZone, zone }: { savedZone: string; zone: string }) {
  return (
    <p className="text-[0.9375rem] text-muted">
      {savedZone === zone
        ? `Times are in the time zone ${zone.replaceAll("_", " ")}.`
        : `Times are in the time zone ${savedZone.replaceAll("_", " ")}. This device is in ${zone.replaceAll("_", " ")}: saving moves them there.`}
    </p>
  );
}

type CheckProps = Omit<React.ComponentProps<"input">, "onChange"> & {
  label: string;
  onChange?: (checked: boolean) => void;
};

function Check({ label, onChange, ...input }: CheckProps) {
  return (
    <label className="flex items-start gap-2.5 py-1">
      <input
        type="checkbox"
        {...input}
        onChange={onChange && (({ currentTarget }) => onChange(currentTarget.checked))}
        className="mt-0.5 size-5 shrink-0 accent-action"
      />
      <span>{label}</span>
    </label>
  );
}
