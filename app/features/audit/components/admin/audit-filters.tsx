import { useId } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import type { AuditFilter } from "../../audit-filter.ts";
import { formatKey } from "../../format-change.ts";
import type { AuditChoices } from "../../queries.server.ts";

/** The filters of the log. They are in the URL, so that a view can be shared as a link. */
export function AuditFilters({ choices, filter }: { choices: AuditChoices; filter: AuditFilter }) {
  const words = (values: string[]) => values.map((value) => ({ value, label: formatKey(value) }));
  return (
    <Form method="get" key={JSON.stringify(filter)} className="flex flex-wrap items-end gap-3">
      <Choice name="actor" label="Who" options={choices.actors} value={filter.actor} />
      <Choice name="action" label="Action" options={words(choices.actions)} value={filter.action} />
      <Choice name="entity" label="What" options={words(choices.entities)} value={filter.entity} />
      <Day name="from" label="From" value={filter.from} />
      <Day name="to" label="To" value={filter.to} />
      <Button type="submit" tone="primary">
        Filter
      </Button>
      {Object.values(filter).some(Boolean) ? <ButtonLink to="?">Clear</ButtonLink> : null}
    </Form>
  );
}

function Choice({
  name,
  label,
  options,
  value,
}: {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  value?: string;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value ?? ""} className="field-small max-w-56">
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Day({ name, label, value }: { name: string; label: string; value?: string }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <input id={id} name={name} type="date" defaultValue={value} className="field-small" />
    </div>
  );
}
