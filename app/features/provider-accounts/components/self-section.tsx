import { PageSection } from "#app/components/layouts/page-section.tsx";
import { PROVIDER_MAIL_TOPICS } from "#app/features/mail/provider-topics.ts";
import type { Choice } from "../constants.ts";
import type { AccountView } from "../load-account.server.ts";

type User = NonNullable<AccountView["user"]>;
type Choices = readonly (readonly [name: Choice, label: string])[];

const PUSH_CHOICES: Choices = [
  ["pushesOffers", "New offers"],
  ["pushesJobs", "A customer's yes, visits that a customer changes, and jobs that end"],
  ["pushesMessages", "Messages from customers"],
];

/** The person's name, and what they want to be told. */
export function SelfSection({ user }: { user: User }) {
  return (
    <PageSection id="self" title="You">
      <p className="mt-1 break-words text-muted">{user.email}</p>
      <form method="post" className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="save-self" />
        <div>
          <label htmlFor="name" className="font-semibold">
            Your name
          </label>
          <input
            id="name"
            name="name"
            required
            maxLength={80}
            autoComplete="name"
            defaultValue={user.name}
            className="input mt-1"
          />
        </div>
        <ChoiceList legend="Email me about" choices={PROVIDER_MAIL_TOPICS} user={user} />
        <ChoiceList legend="Notify my devices about" choices={PUSH_CHOICES} user={user}>
          <p className="text-[0.9375rem] text-muted">
            Only devices where you turn notifications on:{" "}
            <a href="#devices" className="link inline-block py-1">
              your devices
            </a>
            .
          </p>
        </ChoiceList>
        <button type="submit" className="btn btn-action justify-self-start">
          Save
        </button>
      </form>
    </PageSection>
  );
}

type ChoiceListProps = {
  legend: string;
  choices: Choices;
  user: User;
  children?: React.ReactNode;
};

function ChoiceList({ legend, choices, user, children }: ChoiceListProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {children}
      {choices.map(([name, label]) => (
        <label key={name} className="mt-1 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={name}
            defaultChecked={user.choices[name]}
            className="size-5 shrink-0 accent-action"
          />
          <span className="min-w-0">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
