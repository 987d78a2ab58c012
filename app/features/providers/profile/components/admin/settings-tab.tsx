import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { MAX_AMOUNT, PHONE_LENGTH, SETTINGS_FAILED, URL_LENGTH } from "../../../constants.ts";
import type { ProviderReply, ProviderSettings } from "../../../schema.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";
import { FormFailure } from "./form-failure.tsx";
import { KeyList } from "./key-list.tsx";
import { useDiscardChanges } from "./use-discard-changes.ts";
import { useProviderForm } from "./use-provider-form.ts";

type SettingsTabProps = NonNullable<ProviderDetailData["settings"]>;

export function SettingsTab({ keys, ...settings }: SettingsTabProps) {
  const { round, discard } = useDiscardChanges();
  return (
    <div className="grid gap-6">
      <SettingsForm key={round} {...settings} onReload={discard} />
      <KeyList keys={keys} />
    </div>
  );
}

function SettingsForm({
  values,
  fingerprint,
  onReload,
}: Omit<SettingsTabProps, "keys"> & { onReload: () => void }) {
  const [opened, setOpened] = useState<{
    values: ProviderSettings;
    fingerprint: string;
    reply?: ProviderReply;
  }>({ values, fingerprint });
  const { Form, form, isBusy, failure, errors, reply } = useProviderForm(SETTINGS_FAILED, {
    shown: opened.fingerprint,
  });
  if (reply?.ok && !isBusy && opened.reply !== reply) setOpened({ values, fingerprint, reply });
  const text = (name: "call_routing_phone" | "calendar_integration_url", maxLength: number) => ({
    name,
    maxLength,
    defaultValue: opened.values[name] ?? "",
    error: errors[name],
    autoComplete: "off",
  });
  const money = (name: "min_job_value" | "max_job_value") => ({
    name,
    type: "number",
    step: "0.01",
    min: "0",
    max: MAX_AMOUNT,
    inputMode: "decimal" as const,
    defaultValue: opened.values[name] ?? "",
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <Form ref={form} method="post" className="grid gap-4">
      <input type="hidden" name="opened" value={opened.fingerprint} />
      <div
        key={opened.fingerprint}
        className="panel-card grid gap-4 overflow-visible! p-4 room-sm:grid-cols-2"
      >
        <TextField
          {...text("call_routing_phone", PHONE_LENGTH)}
          type="tel"
          label="Call routing phone"
          hint="Calls for this provider go to this number."
        />
        <TextField
          {...text("calendar_integration_url", URL_LENGTH)}
          type="text"
          inputMode="url"
          label="Calendar integration URL"
          hint="Begins with https://"
        />
        <TextField
          {...money("min_job_value")}
          label="Minimum job value"
          hint="Dollars. Empty: any."
        />
        <TextField
          {...money("max_job_value")}
          label="Maximum job value"
          hint="Dollars. Empty: any."
        />
        <CheckboxField
          name="email_notifications"
          label="Email notifications"
          isOn={opened.values.email_notifications}
        />
        <CheckboxField
          name="sms_notifications"
          label="SMS notifications"
          isOn={opened.values.sms_notifications}
        />
      </div>
      <FormFailure failure={failure} onReload={onReload} />
      <div>
        <Button type="submit" name="intent" value="settings" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Save settings"}
        </Button>
      </div>
    </Form>
  );
}

function CheckboxField({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3 font-semibold">
      <input type="checkbox" name={name} defaultChecked={isOn} className="size-5 accent-action" />
      {label}
    </label>
  );
}
