import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { formatCredits, formatMoney } from "#app/lib/format-values.ts";
import type { CreditsPageData } from "../load-credits-page.server.ts";
import { BuyForm, type RefusedPurchase } from "./buy-form.tsx";
import { Statement } from "./statement.tsx";

type CreditsPageProps = CreditsPageData & {
  /** Whether the person who looks is a member, who cannot buy. */
  isMember: boolean;
  refused: RefusedPurchase | null;
  /** The rule by which the credits of an offer changed, by the code of the line. */
  renderRule: (code: string) => React.ReactNode;
};

/** A provider's credits: the balance, how to buy more, and what every change was. */
export function CreditsPage({ isMember, refused, renderRule, ...page }: CreditsPageProps) {
  const { credits, company, price, phone, checkoutOrigin, notice } = page;
  const path = usePortalPath();
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Credits</h1>
      {refused ? (
        <p id="notice" role="alert" className="error mt-4 rounded-xl bg-sand p-4">
          {refused.message}
        </p>
      ) : notice ? (
        <p id="notice" role="status" className="mt-4 rounded-xl bg-sand p-4 font-semibold">
          {notice}
        </p>
      ) : null}
      <section aria-labelledby="balance" className="mt-5">
        <h2 id="balance" className="font-semibold text-muted">
          {credits < 0 ? "You owe" : "You have"}
        </h2>
        <p className="font-display text-5xl leading-tight font-extrabold break-words">
          {formatCredits(Math.abs(credits))}
        </p>
        {credits < 0 ? (
          <p className="mt-2 font-semibold">
            Money for credits that you had already used went back to you; the list below says which
            payment. You can accept offers again once your credits cover them.
          </p>
        ) : null}
        <p className="mt-2">
          Credits pay for offers that you accept; a subscription is billed separately. You get them
          back automatically if the customer does not say yes to you, if we cannot reach them for a
          yes, or if our own records show a duplicate, a job outside your area, an impossible phone
          number or an earlier opt-out. After the customer's yes, a person decides everything else.{" "}
          <a href={`${path("rules")}#credits-back`} className="link">
            When credits come back
          </a>
        </p>
      </section>
      <section aria-labelledby="buy" className="mt-8">
        <h2 id="buy" className="font-display text-2xl font-extrabold">
          Buy credits
        </h2>
        <p className="mt-1">One credit costs {formatMoney(price)}.</p>
        <BuyForm
          company={company}
          price={price}
          phone={phone}
          isConnected={checkoutOrigin !== null}
          isMember={isMember}
          refused={refused}
        />
      </section>
      <Statement {...page} renderRule={renderRule} />
    </main>
  );
}
