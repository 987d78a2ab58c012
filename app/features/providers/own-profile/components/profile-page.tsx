import type { OwnProfile } from "../load-profile.server.ts";
import { AreasSection } from "./areas-section.tsx";
import { CompanySection, ContactSection } from "./company-section.tsx";
import { MailsSection } from "./mails-section.tsx";
import { HoursSection, JobValueSection } from "./offers-sections.tsx";
import type { PageState } from "./page-state.ts";
import { PauseSection } from "./pause-section.tsx";
import { ServicesSection } from "./services-section.tsx";

/** The profile of a provider, as their own people see it: what is set, and a form behind each part. */
export function ProfilePage({ state }: { state: PageState }) {
  const { pending, refusal } = state.profile;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Profile</h1>
      {pending ? (
        <ChangeCard title={`Waiting for our team since ${pending.asked}`} lines={pending.lines}>
          <p className="mt-2">Until they approve it, the old entries count.</p>
        </ChangeCard>
      ) : null}
      {refusal ? (
        <ChangeCard title="Not approved by our team" lines={refusal.lines}>
          <p className="mt-2 break-words">Why: {refusal.reason}</p>
        </ChangeCard>
      ) : null}
      <RowGroup title="Offers that you get">
        <PauseSection state={state} />
        <AreasSection state={state} />
        <ServicesSection state={state} />
        <JobValueSection state={state} />
        <HoursSection state={state} />
      </RowGroup>
      <RowGroup title="Your company">
        <ContactSection state={state} />
        <CompanySection state={state} />
        <MailsSection topics={state.profile.mailTopics} />
      </RowGroup>
    </main>
  );
}

const RowGroup = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <>
    <h2 className="mt-7 text-lg font-bold">{title}</h2>
    <div className="mt-2 divide-y divide-line rounded-2xl border border-line bg-paper">
      {children}
    </div>
  </>
);

type ChangeCardProps = {
  title: string;
  lines: NonNullable<OwnProfile["pending"]>["lines"];
  children: React.ReactNode;
};

const ChangeCard = ({ title, lines, children }: ChangeCardProps) => (
  <section
    aria-labelledby="change-title"
    className="mt-6 rounded-2xl border-2 border-action bg-paper p-5"
  >
    <h2 id="change-title" className="font-display text-xl font-bold">
      {title}
    </h2>
    <ul className="mt-2 grid gap-1">
      {lines.map(({ label, from, to }) => (
        <li key={label} className="break-words">
          {label}: {from ? `from ${from} to ` : ""}
          <strong>{to}</strong>
        </li>
      ))}
    </ul>
    {children}
  </section>
);
