import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import type { HomePage } from "../../queries.server.ts";
import { ProblemField } from "../problem-field.tsx";

/** The top of the home page: the street, and one card that asks what is wrong, and where. */
export function HomeHero({ page }: { page: HomePage }) {
  const { phone } = useSite();
  return (
    <section className="relative border-b border-line bg-dusk">
      <picture>
        <source media="(min-width: 76rem)" srcSet="/art/hero-street.svg" width="960" height="400" />
        <img
          src="/art/hero-street-phone.svg"
          width="510"
          height="260"
          alt=""
          className="h-26 w-full object-cover object-[50%_90%] md:h-60 lg:h-72 xl:absolute xl:inset-0 xl:h-full xl:object-[100%_85%]"
        />
      </picture>
      <div className="wrap relative">
        <div className="@container flex flex-col py-3 xl:max-w-[31rem] xl:py-9">
          <h1 className="xl:-order-2 text-[1.75rem] md:text-[2.875rem]">{page.heroTitle}</h1>
          <p className="mt-1 font-semibold xl:-order-2 md:mt-3 md:text-lg">{page.tagline}</p>
          <form
            action="/search"
            data-search-form=""
            className="relative mt-3 grid gap-2.5 rounded-2xl bg-paper p-4 shadow-card"
          >
            <ProblemField id="home-problem" />
            <div className="grid grid-cols-[1fr_auto] items-end gap-2">
              <div>
                <label htmlFor="home-zip" className="font-display text-lg font-bold">
                  ZIP
                </label>
                <input
                  id="home-zip"
                  name="zip"
                  className="input"
                  inputMode="numeric"
                  autoComplete="postal-code"
                  pattern="[0-9]{5}"
                  maxLength={ZIP_LENGTH}
                  placeholder="5 digits"
                  title="Five digits"
                />
              </div>
              <button type="submit" className="btn btn-action">
                Get Help
              </button>
            </div>
            <p className="flex flex-wrap items-center justify-between gap-x-4 leading-6">
              <span>
                or call <PhoneLink phone={phone} className="link inline-block py-1" />
                {page.callHours ? `, ${page.callHours}` : ""}
              </span>
              <a href="/home-services" className="link py-1">
                Find Services Near Me
              </a>
            </p>
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-[0.9375rem] leading-5">
              <span>Fire or gas smell? Get out, then call&nbsp;911.</span>
              <a href="/resources/guides-tips/emergency-preparedness" className="link">
                What to do
              </a>
            </p>
          </form>
          <ul className="mt-3 flex flex-wrap gap-x-3 text-sm font-semibold @min-[20.5rem]:max-md:grid @min-[20.5rem]:max-md:grid-cols-[1fr_1.3fr_1fr] @min-[20.5rem]:max-md:gap-x-2 @min-[20.5rem]:max-md:leading-4 xl:-order-1 md:text-[0.9375rem]">
            {page.badges.map((badge) => (
              <li key={badge} className="flex items-start gap-1 md:items-center">
                <CheckIcon className="size-4" />
                {badge}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
