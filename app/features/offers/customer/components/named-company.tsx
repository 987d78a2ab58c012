import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { NamedCompany as Company } from "../load-customer-offers.server.ts";

type NamedCompanyProps = {
  named: Company;
  /** Such as "4.8 of 5, from 12 reviews"; null below the number that makes an average fair. */
  rating: string | null;
  /** The time that they picked, such as "Tuesday, Nov 24, 2 to 4 PM Eastern Time". */
  visitTime: string | null;
  /** When this page was made, for the proof of consent. */
  shownAt: string;
};

/** The one company that can take the job, and the customer's yes or no. */
export function NamedCompanyCard({ named, rating, visitTime, shownAt }: NamedCompanyProps) {
  const { company, evidence, miles, consentText, textMark, answerBy, offerId } = named;
  return (
    <section
      id="answer"
      aria-labelledby="answer-title"
      className="mt-6 scroll-mt-24 rounded-2xl border-2 border-action bg-paper p-5"
    >
      <h2 id="answer-title" className="h2 break-words">
        {company} can take it. May they call you?
      </h2>
      {visitTime ? (
        <p className="mt-2 text-lg">
          They can come <strong>{visitTime}</strong>. Your yes books it.
        </p>
      ) : null}
      <p className="mt-2">
        They know the job, your city and ZIP code, when you need it, the times you chose, and your
        description, in which we hide the contact details we can find. They get your name, phone
        number, email, address and photos, and the whole description, only if you say yes. We ask
        nobody else while you decide.
      </p>
      <ul className="mt-3 grid gap-1.5">
        {evidence.map(({ text, isProven }) => (
          <Fact key={text} isGood={isProven}>
            {text}
          </Fact>
        ))}
        <Fact>{rating ?? "Not enough reviews yet for a fair rating."}</Fact>
        {miles ? (
          <Fact isGood>
            About {miles} {miles === 1 ? "mile" : "miles"} from you
          </Fact>
        ) : null}
      </ul>
      <form method="post" className="mt-4">
        <AnswerFields intent="say-yes" offerId={offerId} shownAt={shownAt} />
        <input type="hidden" name="shownText" value={textMark} />
        <p className="rounded-xl bg-cream p-3 text-[0.9375rem]">
          <PhoneText text={consentText} />
        </p>
        <button type="submit" className="btn btn-action mt-3 w-full text-balance">
          Yes, {company} may call me
        </button>
      </form>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <form method="post">
          <AnswerFields intent="ask-another" offerId={offerId} shownAt={shownAt} />
          <button type="submit" className="btn btn-line w-full">
            Ask another professional
          </button>
        </form>
        <form method="post">
          <AnswerFields intent="stop-looking" offerId={offerId} shownAt={shownAt} />
          <button type="submit" className="btn btn-line w-full">
            Stop looking
          </button>
        </form>
      </div>
      <p className="mt-3 text-[0.9375rem] text-muted">
        Saying no costs {company} nothing.{" "}
        {answerBy
          ? `If you do not answer, someone on our team calls you, no earlier than ${answerBy}.`
          : "Someone on our team also calls you for your answer."}
      </p>
    </section>
  );
}

/** A line with a check mark, or with a dash where nothing was checked. */
function Fact({ isGood, children }: { isGood?: boolean; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[1.25rem_1fr] gap-2">
      <span className={isGood ? "pt-0.5 text-ok" : "text-muted"} aria-hidden="true">
        {isGood ? <CheckIcon /> : "–"}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

type AnswerFieldsProps = { intent: string; offerId: string; shownAt: string };

const AnswerFields = ({ intent, offerId, shownAt }: AnswerFieldsProps) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="offerId" value={offerId} />
    <input type="hidden" name="shownAt" value={shownAt} />
  </>
);
