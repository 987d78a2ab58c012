import { CHOICE_CARD, FieldError, TextField } from "#app/components/form/field.tsx";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { RuleLink } from "../../rules/components/rule-link.tsx";
import type { RefusedDispute } from "../actions.server.ts";
import { CLAIM_LABELS, ERASED_WORDS, isFactualClaim, MAX_WORDS } from "../constants.ts";
import type { LoadedDispute } from "../loaders.server.ts";

type DisputeSectionProps = LoadedDispute & {
  /** The form that was refused, with what was typed. */
  refused?: RefusedDispute;
};

/**
 * What a provider disputes about their offer: the form while they can, then how it stands. It shows
 * nothing where there was no dispute and can be none.
 */
export function DisputeSection(props: DisputeSectionProps) {
  const { dispute, canDispute, until, isErased, refused } = props;
  if (!dispute && !canDispute && !refused?.message) return null;
  return (
    <section
      id="dispute"
      aria-labelledby="dispute-title"
      className="mt-6 scroll-mt-6 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id="dispute-title" className="font-display text-xl font-extrabold">
        {dispute ? "Your dispute" : "Something is wrong with this lead?"}
      </h2>
      {refused?.message ? (
        <p role="alert" className="error mt-2">
          {refused.message}
        </p>
      ) : null}
      {dispute ? <ShownDispute dispute={dispute} /> : null}
      {!dispute && canDispute ? (
        <DisputeForm until={until} isErased={isErased} refused={refused} />
      ) : null}
    </section>
  );
}

function ShownDispute({ dispute }: { dispute: NonNullable<LoadedDispute["dispute"]> }) {
  const { claim, words, facts, opened, decision, isByFacts, decided, answer } = dispute;
  return (
    <div className="mt-2 grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {decision === "granted" ? (
          <Badge tone="calm">Granted</Badge>
        ) : decision === "refused" ? (
          <Badge tone="plain">Refused</Badge>
        ) : (
          <Badge tone="warm">A person decides</Badge>
        )}
        <span className="font-semibold">{claim}</span>
      </p>
      <p className="text-[0.9375rem] text-muted">You disputed this offer on {opened}.</p>
      {words ? <Quote title="You wrote" text={words} /> : null}
      <FactList facts={facts} />
      {decision ? (
        <>
          <p>
            {isByFacts ? "Decided by our own records" : "Decided by a person on our staff"}
            {decided ? ` on ${decided}` : ""}.
          </p>
          {answer ? (
            <Quote title="Our answer" text={answer} />
          ) : (
            <p>Our answer was deleted together with the customer's details.</p>
          )}
        </>
      ) : (
        <Waiting dispute={dispute} />
      )}
      <p>
        <RuleLink code={isByFacts ? "dispute-facts" : "dispute"} />
      </p>
    </div>
  );
}

const Waiting = ({ dispute }: { dispute: NonNullable<LoadedDispute["dispute"]> }) => (
  <p>
    {dispute.isOverdue
      ? `We should have decided by ${dispute.due}, and have not. We are sorry: a person on our staff still has to decide.`
      : `Our own records do not decide this. A person on our staff decides by ${dispute.due}. We email you the answer, and it stays here.`}
  </p>
);

const Quote = ({ title, text }: { title: string; text: string }) => (
  <div>
    <p className="font-semibold">{title}</p>
    <blockquote className="mt-1 border-l-4 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
      {text}
    </blockquote>
  </div>
);

function FactList({ facts }: { facts: NonNullable<LoadedDispute["dispute"]>["facts"] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">What our own records say</p>
      <dl className="mt-1 grid gap-2">
        {facts.map(({ label, value, supports }) => (
          <div key={label}>
            <dt className="text-[0.9375rem] text-muted">{label}</dt>
            <dd className="font-semibold">
              {value}
              {supports ? " (this proves it)" : ""}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type DisputeFormProps = Pick<DisputeSectionProps, "until" | "isErased" | "refused">;

function DisputeForm({ until, isErased, refused }: DisputeFormProps) {
  const path = usePortalPath();
  const { errors = {}, claim, words } = refused ?? {};
  return (
    <>
      <p className="mt-2">
        You got the customer's details, so you can dispute this offer, once
        {until ? `, until ${until}` : ""}. Where our own records prove it, your credits come back at
        once, unless you marked the job as started or done. Everything else a person on our staff
        decides:{" "}
        <a href={`${path("rules")}#dispute`} className="link">
          how disputes are decided
        </a>
        .
      </p>
      <details className="mt-3" open={refused !== undefined}>
        <summary className="link cursor-pointer py-2 font-semibold">Dispute this offer</summary>
        <form method="post" action="#dispute" className="mt-3 grid gap-4">
          <input type="hidden" name="intent" value="dispute" />
          <fieldset aria-describedby={errors.claim ? "claim-error" : undefined}>
            <legend className="font-semibold">What is wrong?</legend>
            <div className="mt-1.5 grid gap-2">
              {Object.entries(CLAIM_LABELS).map(([value, label]) => (
                <label key={value} className={CHOICE_CARD}>
                  <input
                    type="radio"
                    name="claim"
                    value={value}
                    required
                    className="size-5 shrink-0 accent-action outline-none"
                    aria-invalid={errors.claim ? true : undefined}
                    defaultChecked={claim === value}
                  />
                  <span className="min-w-0">
                    <span className="font-semibold">{label}</span>
                    <span className="block text-[0.9375rem] leading-5 text-muted">
                      {isFactualClaim(value as keyof typeof CLAIM_LABELS)
                        ? "Checked in our own records at once"
                        : isErased
                          ? "A person decides."
                          : "A person decides. Tell us below what happened."}
                    </span>
                  </span>
                </label>
              ))}
            </div>
            {errors.claim ? <FieldError id="claim-error" message={errors.claim} /> : null}
          </fieldset>
          {isErased ? (
            <p>
              <input type="hidden" name="words" value={ERASED_WORDS} />
              {ERASED_WORDS} So we keep nothing that you could write about them.
            </p>
          ) : (
            <TextField
              name="words"
              label="What happened"
              rows={4}
              maxLength={MAX_WORDS}
              defaultValue={words}
              error={errors.words}
              hint="Needed for the last two. Leave out the customer's name, number and address: we know which offer it is."
            />
          )}
          <p>
            <button type="submit" className="btn btn-action">
              Send the dispute
            </button>
          </p>
        </form>
      </details>
    </>
  );
}
