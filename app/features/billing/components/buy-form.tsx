import { CHOICE_CARD, FieldError } from "#app/components/form/field.tsx";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { formatCredits, formatMoney } from "#app/lib/format-values.ts";
import { CHECKOUT_REFUSALS } from "../checkout/refusals.ts";
import { CREDIT_CHOICES, MAX_BOUGHT_CREDITS, MIN_BOUGHT_CREDITS } from "../constants.ts";

/** A purchase that was not started, and what was chosen. */
export type RefusedPurchase = {
  message: string;
  /** The number itself is wrong. */
  isFieldWrong: boolean;
  choice: string;
  other: string;
};

type BuyFormProps = {
  company: string;
  /** Dollars that a credit costs. */
  price: number;
  phone: string;
  isConnected: boolean;
  isMember: boolean;
  refused: RefusedPurchase | null;
};

/** The choice that is checked at first. */
const [, DEFAULT_CHOICE] = CREDIT_CHOICES;
const ERROR_ID = "other-error";

/** Chooses a number of credits; the payment itself is on Stripe's own page. */
export function BuyForm(props: BuyFormProps) {
  const { company, price, phone, isConnected, isMember, refused } = props;
  const path = usePortalPath();
  if (isMember) return <p className="mt-2">{CHECKOUT_REFUSALS["not-owner"]}</p>;
  if (!isConnected)
    return (
      <p className="mt-2">
        Paying by card is not set up here yet. Call <PhoneLink phone={phone} /> to buy credits.
      </p>
    );
  const error = refused?.isFieldWrong ? refused.message : undefined;
  const choice = refused?.choice ?? String(DEFAULT_CHOICE);
  const radio = (value: string) =>
    ({
      type: "radio",
      name: "credits",
      value,
      defaultChecked: value === choice,
      className: "size-5 shrink-0 accent-action outline-none",
    }) as const;
  return (
    <form method="post" className="mt-3">
      <fieldset>
        <legend className="font-semibold">How many?</legend>
        <div className="@container mt-1.5">
          <div className="grid gap-2 @min-[18rem]:grid-cols-2">
            {CREDIT_CHOICES.map((credits) => (
              <label key={credits} className={CHOICE_CARD}>
                <input {...radio(String(credits))} />
                <span className="min-w-0">
                  <span className="block text-lg font-bold">{formatCredits(credits)}</span>
                  <span className="block text-muted">{formatMoney(credits * price)}</span>
                </span>
              </label>
            ))}
          </div>
        </div>
        <div className={`mt-2 flex-wrap ${CHOICE_CARD}`}>
          <label className="flex items-center gap-3 font-semibold">
            <input {...radio("other")} />
            Another number
          </label>
          <input
            type="text"
            name="other"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            aria-label="Another number of credits"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${ERROR_ID} other-hint` : "other-hint"}
            defaultValue={refused?.other}
            className="input w-28"
          />
          <span id="other-hint" className="text-[0.9375rem] text-muted">
            {MIN_BOUGHT_CREDITS} to {MAX_BOUGHT_CREDITS.toLocaleString("en-US")}
          </span>
        </div>
        {error ? <FieldError id={ERROR_ID} message={error} /> : null}
      </fieldset>
      <p className="mt-4 text-[0.9375rem] break-words text-muted">
        By buying, {company} agrees to the rules at{" "}
        <a href={path("rules")} className="link inline-block py-1">
          How it works
        </a>
        .
      </p>
      <button type="submit" className="btn btn-action mt-2">
        Continue to payment
      </button>
      <p className="mt-2 text-[0.9375rem] text-muted">
        You pay on a page of Stripe, our payment company. We never see your card number.
      </p>
    </form>
  );
}
