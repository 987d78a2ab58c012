import { EVENT_LABELS, NAME_LENGTH, URL_LENGTH, WEBHOOK_EVENTS } from "../../constants.ts";
import type { WebhookReply } from "../../schema.ts";

type EndpointFieldsProps = {
  errors: NonNullable<WebhookReply["errors"]>;
  /** What is stored; absent in the form of a new endpoint. */
  values?: { name: string; url: string; events: readonly string[] };
};

/** Name, address and events of an endpoint. */
export function EndpointFields({ errors, values }: EndpointFieldsProps) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="The system that receives the events, and who owns it."
        maxLength={NAME_LENGTH}
        value={values?.name}
        error={errors.name}
      />
      <TextField
        name="url"
        type="url"
        label="Endpoint URL"
        hint="Where we post the messages, such as https://example.com/webhooks."
        maxLength={URL_LENGTH}
        value={values?.url}
        error={errors.url}
      />
      <fieldset aria-describedby={errors.events ? "webhook-events-problem" : undefined}>
        <legend className="font-semibold">Events</legend>
        <div className="mt-1 grid gap-2">
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="flex gap-2">
              <input
                type="checkbox"
                name={`event:${event}`}
                defaultChecked={values?.events.includes(event)}
                className="mt-1 size-5 shrink-0 accent-action"
              />
              <span>
                {EVENT_LABELS[event]}
                <span className="block text-sm text-muted">{event}</span>
              </span>
            </label>
          ))}
        </div>
        <Problem id="webhook-events-problem" text={errors.events} />
      </fieldset>
    </>
  );
}

type TextFieldProps = {
  name: string;
  label: string;
  hint: string;
  type?: "text" | "url";
  maxLength: number;
  value: string | undefined;
  error: string | undefined;
};

function TextField({ name, label, hint, type = "text", maxLength, value, error }: TextFieldProps) {
  const id = `webhook-${name}`;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        maxLength={maxLength}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-problem` : ""}`}
        className="field-small w-full"
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <Problem id={`${id}-problem`} text={error} />
    </div>
  );
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className="mt-1 font-semibold text-danger">
      {text}
    </p>
  );
}
