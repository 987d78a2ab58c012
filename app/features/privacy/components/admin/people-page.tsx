import { Form } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import type { ManualOptOuts } from "#app/features/crm/opt-outs/queue-opt-outs.server.ts";
import {
  CONTACT_LENGTH,
  PERSON_FAILURES,
  PERSON_TOKEN_MINUTES,
  type PersonFailure,
} from "../../constants.ts";
import type { PersonPage } from "../../loaders.server.ts";
import type { PersonResult } from "../../mutations.server.ts";
import { PersonDetails } from "./person-details.tsx";

export type PersonOutcome =
  | Extract<PersonResult, { ok: true; done: "opted-out" | "erased" }>
  | { ok: false; reason: PersonFailure | "unreachable"; message: string };

/** Finds one person and shows what is stored about them. */
export function PeoplePage({ page, outcome }: { page: PersonPage; outcome?: PersonOutcome }) {
  const problem = outcome && !outcome.ok ? outcome : null;
  return (
    <div className="grid max-w-5xl gap-5">
      <FindForm problem={problem?.reason === "unclear" ? problem.message : undefined} />
      {problem && problem.reason !== "unclear" ? (
        <p role="alert" className="font-semibold text-danger">
          {problem.message}
        </p>
      ) : null}
      {outcome?.ok ? <OutcomeNotice outcome={outcome} /> : null}
      {page.state === "expired" ? (
        <p role="status" className="panel-card p-5">
          {PERSON_FAILURES.expired} For privacy, a view works for {PERSON_TOKEN_MINUTES} minutes and
          for you alone.
        </p>
      ) : null}
      {page.state === "search" && !outcome ? (
        <p className="panel-card p-5 text-muted">
          Find a person to see, export or erase what is stored about them, or to stop all contact.
          Each step is written to the audit log.
        </p>
      ) : null}
      {page.state === "found" ? <PersonDetails key={page.token} view={page} /> : null}
    </div>
  );
}

function FindForm({ problem }: { problem?: string }) {
  return (
    <Form
      method="post"
      action="/backyard/people"
      className="panel-card grid gap-2 p-5"
      role="search"
    >
      <input type="hidden" name="intent" value="find" />
      <label htmlFor="contact" className="font-semibold">
        Phone number or email
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="contact"
          name="contact"
          required
          maxLength={CONTACT_LENGTH}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "contact-problem" : "contact-hint"}
          className="field-small min-w-0 flex-1 basis-60"
        />
        <Button type="submit" tone="primary">
          Find person
        </Button>
      </div>
      {problem ? (
        <p id="contact-problem" role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      ) : (
        <p id="contact-hint" className="text-sm text-muted">
          Enter the whole number or address. Parts of it find nothing.
        </p>
      )}
    </Form>
  );
}

function OutcomeNotice({ outcome }: { outcome: Extract<PersonOutcome, { ok: true }> }) {
  if (outcome.done === "opted-out") return <OptedOutNotice manual={outcome.manualOptOuts} />;
  const { requests, crmContacts, wasProviderPerson } = outcome;
  return (
    <div role="status" className="panel-card border-ok p-5">
      <p className="font-semibold text-ok">
        Erased: {requests === 1 ? "1 request" : `${requests} requests`}
        {wasProviderPerson ? " and their provider account" : ""}. The sealed consent records stay,
        as the law requires.
      </p>
      {crmContacts.length > 0 ? (
        <p className="mt-2">Erase these contacts in the CRM too: {crmContacts.join(", ")}</p>
      ) : null}
    </div>
  );
}

function OptedOutNotice({ manual: { contacts, unnamed } }: { manual: ManualOptOuts }) {
  return (
    <div role="status" className="panel-card grid gap-2 border-ok p-5">
      <p className="font-semibold text-ok">
        Contact is stopped. Pending deliveries are canceled. A new request with consent lifts the
        stop.
      </p>
      {contacts.length > 0 ? (
        <p className="wrap-anywhere">
          HighLevel is not connected, so the CRM is not notified. Set do-not-disturb there manually
          for these contacts: {contacts.join(", ")}
        </p>
      ) : null}
      {unnamed ? (
        <p>
          A request of this person was sent to the CRM, which returned no contact. Find them there
          by phone and email, and set do-not-disturb manually.
        </p>
      ) : null}
    </div>
  );
}
