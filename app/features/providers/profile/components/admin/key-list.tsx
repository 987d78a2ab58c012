import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { KEY_NAME_LENGTH, SECRET_LENGTH, SETTINGS_FAILED } from "../../../constants.ts";
import type { KeySummary } from "../../queries.server.ts";
import { FormFailure } from "./form-failure.tsx";
import { useProviderForm } from "./use-provider-form.ts";

/** Integration keys: once stored, only their last four characters are shown. */
export function KeyList({ keys }: { keys: KeySummary[] }) {
  const [replacing, setReplacing] = useState<string | null>(null);
  return (
    <section aria-labelledby="keys-title" className="panel-card grid gap-4 p-4">
      <div>
        <h3 id="keys-title" className="font-bold">
          API integration keys
        </h3>
        <p className="text-[0.9375rem] text-muted">
          Keys are stored encrypted and cannot be read again, only replaced or removed.
        </p>
      </div>
      {keys.length > 0 ? (
        <ul className="divide-y divide-line">
          {keys.map((key) => (
            <KeyRow key={key.name} summary={key} onReplace={() => setReplacing(key.name)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">There are no keys yet.</p>
      )}
      <KeyForm key={replacing ?? ""} replacing={replacing} onDone={() => setReplacing(null)} />
    </section>
  );
}

function KeyRow({
  summary: { name, lastFour },
  onReplace,
}: {
  summary: KeySummary;
  onReplace: () => void;
}) {
  const { Form, isBusy, failure } = useProviderForm(SETTINGS_FAILED);
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="block text-[0.9375rem] text-muted">
          {lastFour === null
            ? "Cannot be decrypted with this installation's secret. Replace it."
            : `Ends in ${lastFour}`}
        </span>
      </span>
      <Button onClick={onReplace} aria-label={`Replace the key ${name}`}>
        Replace
      </Button>
      <Form method="post">
        <input type="hidden" name="name" value={name} />
        <Button
          type="submit"
          name="intent"
          value="remove-key"
          disabled={isBusy}
          aria-label={`Remove the key ${name}`}
          tone="danger"
        >
          Remove
        </Button>
      </Form>
      {failure ? (
        <p role="alert" className="w-full font-semibold text-danger">
          {failure.message}
        </p>
      ) : null}
    </li>
  );
}

/** Adds a key, or replaces the one that was chosen. */
function KeyForm({ replacing, onDone }: { replacing: string | null; onDone: () => void }) {
  const { Form, form, isBusy, failure, errors, reply } = useProviderForm(SETTINGS_FAILED, {
    clears: true,
  });
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (replacing !== null) form.current?.querySelector<HTMLElement>("[name=secret]")?.focus();
  }, [replacing, form]);
  useEffect(() => {
    if (reply?.ok) done.current();
  }, [reply]);
  return (
    <Form
      ref={form}
      method="post"
      className="grid gap-3 border-t border-line pt-4 room-sm:grid-cols-2"
    >
      {replacing === null ? (
        <TextField
          name="name"
          label="Name of the key"
          maxLength={KEY_NAME_LENGTH}
          error={errors.name}
          autoComplete="off"
        />
      ) : (
        <p className="self-center font-semibold wrap-anywhere">
          <input type="hidden" name="name" value={replacing} />
          New key for {replacing}
        </p>
      )}
      <TextField
        name="secret"
        type="password"
        label="Key"
        maxLength={SECRET_LENGTH}
        error={errors.secret}
        autoComplete="new-password"
      />
      <div className="room-sm:col-span-2">
        <FormFailure failure={failure} />
      </div>
      <div className="flex gap-2 room-sm:col-span-2">
        <Button type="submit" name="intent" value="set-key" disabled={isBusy}>
          {replacing === null ? "Add key" : "Replace key"}
        </Button>
        {replacing !== null ? <Button onClick={onDone}>Cancel</Button> : null}
      </div>
    </Form>
  );
}
