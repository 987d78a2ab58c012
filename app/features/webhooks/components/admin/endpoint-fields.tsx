import { HintedField, NamedChecks } from "#app/components/admin/hinted-field.tsx";
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
      <HintedField
        name="name"
        label="Name"
        hint="The system that receives the events, and who owns it."
        maxLength={NAME_LENGTH}
        value={values?.name}
        error={errors.name}
      />
      <HintedField
        name="url"
        type="url"
        label="Endpoint URL"
        hint="Where we post the messages, such as https://example.com/webhooks."
        maxLength={URL_LENGTH}
        value={values?.url}
        error={errors.url}
      />
      <NamedChecks
        legend="Events"
        prefix="event:"
        labels={EVENT_LABELS}
        keys={WEBHOOK_EVENTS}
        chosen={values?.events}
        error={errors.events}
      />
    </>
  );
}
