import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { ServiceChoices } from "../../service-choices.server.ts";

type CategoryPickerProps = { choices: ServiceChoices; chosen: readonly string[]; error?: string };

/** Chooses services of the catalog; a group's own name means all of its services. */
export function CategoryPicker({ choices, chosen: first, error }: CategoryPickerProps) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly string[]>(first);
  const [filter, setFilter] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const query = filter.trim().toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(query);
  const groups = choices
    .map(({ group, services }) => ({
      group,
      services: matches(group) ? services : services.filter(matches),
    }))
    .filter(({ group, services }) => services.length > 0 || matches(group));
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="font-semibold">
        Service categories
        {chosen.length > 0 ? (
          <span className="font-normal text-muted">: {chosen.length} chosen</span>
        ) : null}
      </legend>
      <ul
        aria-label="Chosen services"
        className="mt-1 flex max-h-44 flex-wrap gap-2 overflow-y-auto p-0.5"
      >
        {chosen.map((name) => (
          <li key={name} className="flex items-center rounded-full bg-sand pl-3 text-[0.9375rem]">
            <input type="hidden" name="service_categories" value={name} />
            {name}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => {
                toggle(name);
                field.current?.focus();
              }}
              className="grid size-9 place-items-center rounded-full hover:bg-line"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {chosen.length === 0 ? (
        <p className="mt-1 text-[0.9375rem] text-muted">None chosen yet.</p>
      ) : null}
      <label htmlFor={id} className="mt-2 block text-sm font-semibold">
        Find a service
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => {
          // Enter must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
        autoComplete="off"
        className="field-small w-full"
      />
      <div className="mt-2 max-h-56 overflow-y-auto rounded-lg border border-line bg-paper p-2">
        {groups.map(({ group, services }) => (
          <div key={group} className="mb-2">
            <Choice
              name={group}
              label={`All of ${group}`}
              isChosen={chosen.includes(group)}
              onToggle={toggle}
              isGroup
            />
            {services.map((name) => (
              <Choice
                key={name}
                name={name}
                label={name}
                isChosen={chosen.includes(name)}
                onToggle={toggle}
              />
            ))}
          </div>
        ))}
        {groups.length === 0 ? (
          <p className="p-2 text-muted">The catalog has no such service.</p>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-[0.9375rem] font-semibold text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  isChosen: boolean;
  onToggle: (name: string) => void;
  isGroup?: boolean;
};

function Choice({ name, label, isChosen, onToggle, isGroup }: ChoiceProps) {
  return (
    <label
      className={`flex min-h-9 items-center gap-2 rounded px-2 hover:bg-cream ${isGroup ? "font-semibold" : "pl-6"}`}
    >
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => onToggle(name)}
        className="size-4.5 accent-action"
      />
      {label}
    </label>
  );
}
