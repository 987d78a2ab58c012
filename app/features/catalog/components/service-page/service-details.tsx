import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { ServicePage } from "../../queries.server.ts";

/** What the service covers, and the card that starts a request. */
export function ServiceIncludes({ page, phone }: { page: ServicePage; phone: string }) {
  const { getStarted, genericIncludes } = page.shared;
  return (
    <section className="section bg-paper">
      <div className="wrap grid items-start gap-10 md:grid-cols-[1.5fr_1fr]">
        <div>
          <h2 className="h2">Services Include</h2>
          <ul className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
            {(page.includes ?? genericIncludes).map((item) => (
              <li key={item} className="flex gap-3">
                <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
                {item}
              </li>
            ))}
          </ul>
          <h3 className="h3 mt-8">Most asked for</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {page.offered.map((item) => (
              <li key={item} className="rounded-full border border-line bg-cream px-3.5 py-1">
                {item}
              </li>
            ))}
          </ul>
          {page.costs?.length ? <Costs costs={page.costs} /> : null}
        </div>
        <aside className="rounded-2xl bg-deep p-6 text-cream">
          <h2 className="h3">{getStarted.title}</h2>
          <p className="mt-2">{getStarted.text}</p>
          <ol className="mt-4 grid gap-3">
            {getStarted.points.map((point, index) => (
              <li key={point} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="font-display text-xl leading-7 font-extrabold text-sun"
                >
                  {index + 1}
                </span>
                {point}
              </li>
            ))}
          </ol>
          <div className="mt-6 grid gap-3">
            <QuoteLink service={page}>Get Free Quote</QuoteLink>
            <PhoneLink
              phone={phone}
              icon
              label={`Call ${phone}`}
              className="btn border-cream/50 hover:bg-petrol"
            />
          </div>
        </aside>
      </div>
    </section>
  );
}

function Costs({ costs }: { costs: NonNullable<ServicePage["costs"]> }) {
  return (
    <>
      <h3 className="h3 mt-8">What it usually costs</h3>
      <dl className="mt-3 max-w-md border-t border-line">
        {costs.map(({ label, range }) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5"
          >
            <dt className="flex-1 basis-24">{label}</dt>
            <dd className="font-bold">{range}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Typical ranges. The professional names the price for your job before work starts.
      </p>
      {costs.map(({ label, note }) =>
        note ? (
          <p key={label} className="mt-2 text-[0.9375rem] text-muted">
            <strong className="font-semibold">{label}.</strong> {note}
          </p>
        ) : null,
      )}
    </>
  );
}

/** Warning signs, what to do until the professional arrives, and questions to ask. */
export function ServiceGuidance({ page }: { page: ServicePage }) {
  return (
    <section className="section">
      <div className="wrap grid gap-x-14 gap-y-12 md:grid-cols-2">
        {page.signs ? (
          <div>
            <h2 className="h2">Signs you need help</h2>
            <ul className="mt-5 divide-y divide-line border-y border-line">
              {page.signs.map((sign) => (
                <li key={sign} className="py-3">
                  {sign}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {page.untilArrival ? (
          <div>
            <h2 className="h2">Until the pro arrives</h2>
            <NumberedSteps steps={page.untilArrival} className="mt-5" />
          </div>
        ) : null}
        {page.questions ? (
          <div className="md:col-span-2">
            <h2 className="h2">What to ask before you hire</h2>
            <ul className="mt-5 grid gap-x-14 gap-y-3 md:grid-cols-2">
              {page.questions.map((question) => (
                <li key={question} className="border-l-4 border-sun pl-4">
                  {question}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </section>
  );
}
