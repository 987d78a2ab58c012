import { CHOICE_CARD, FieldError } from "#app/components/form/field.tsx";
import { describeServices } from "../describe-profile.ts";
import { getError, type PageState } from "./page-state.ts";
import { ProfileForm, ProfileSection } from "./profile-section.tsx";

/** The services of a provider; new ones wait for staff. */
export function ServicesSection({ state }: { state: PageState }) {
  const { values, choices, pending } = state.profile;
  const current: readonly string[] = values.service_categories;
  const waiting = toNames(pending?.values.service_categories);
  const typed = state.shown?.intent === "services" ? state.shown.typed.service_categories : null;
  const checked = new Set(typed ?? [...current, ...waiting]);
  const error = getError(state, "services", "service_categories");
  // A service by its group's name means all services of the group.
  const listed = new Set(choices.flatMap(({ group, services }) => [group, ...services]));
  const others = current.filter((name) => !listed.has(name));
  const groups = [
    ...choices.map(({ group, services }) => ({ group, services: [group, ...services] })),
    ...(others.length > 0 ? [{ group: "Others", services: others }] : []),
  ];
  return (
    <ProfileSection
      intents={["services"]}
      title="Services"
      value={describeServices(current)}
      reviewed={["service_categories"]}
      state={state}
    >
      <p>
        Offers come for these. A service that you add waits until our team approves it; one that you
        remove stops at once.
      </p>
      <ProfileForm intent="services" section="services" state={state}>
        {groups.map(({ group, services }) => (
          <ServiceGroup
            key={group}
            group={group}
            services={services}
            checked={checked}
            waiting={waiting}
          />
        ))}
        {error ? <FieldError id="services-error" message={error} /> : null}
        <p>
          <button type="submit" className="btn btn-action">
            Save services
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}

const toNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

type ServiceGroupProps = {
  group: string;
  services: readonly string[];
  checked: ReadonlySet<string>;
  waiting: readonly string[];
};

function ServiceGroup({ group, services, checked, waiting }: ServiceGroupProps) {
  const chosen = services.filter((name) => checked.has(name)).length;
  // A group may be named like one of its services.
  const names = [...new Set(services)];
  return (
    <details open={chosen > 0}>
      <summary className="py-1 font-semibold">
        {group}
        {chosen > 0 ? `: ${chosen} chosen` : ""}
      </summary>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {names.map((name) => (
          <label key={name} className={CHOICE_CARD}>
            <input
              type="checkbox"
              name="service_categories"
              value={name}
              defaultChecked={checked.has(name)}
              className="size-5 shrink-0 accent-action"
            />
            <span className="min-w-0">
              {name === group ? `All of ${group}` : name}
              {waiting.includes(name) ? (
                <span className="block text-[0.9375rem] leading-5 text-muted">
                  Waiting for our team
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </details>
  );
}
