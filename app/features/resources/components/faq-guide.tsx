import { JumpChips } from "#app/components/ui/jump-chips.tsx";
import { QuestionList } from "#app/components/ui/question-list.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Guides } from "../guide-schemas.ts";

const formatAnchor = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, "-");

/** Filters the answers as somebody types. */
export function FaqSearch() {
  return (
    <form className="needs-script mt-4 max-w-md" data-faq-search autoComplete="off">
      <div className="flex flex-wrap justify-between gap-x-4">
        <label htmlFor="faq-search" className="font-semibold">
          Search the answers
        </label>
        <p id="faq-count" role="status" className="text-muted" />
      </div>
      <input
        id="faq-search"
        type="search"
        enterKeyHint="search"
        placeholder="Price, license, cancel ..."
        className="input mt-1 placeholder:text-muted"
        aria-describedby="faq-count"
      />
    </form>
  );
}

/** Where to write, by what it is about. */
export function FaqContacts() {
  const { email, helpEmail } = useSite();
  return (
    <span className="mt-2 block">
      {[
        ["About a request", helpEmail],
        ["Anything else", email],
      ].map(([label, address]) => (
        <span key={label} className="block">
          <strong>{label}:</strong>{" "}
          <a
            href={`mailto:${address}`}
            className="inline-block py-1 break-all underline underline-offset-3"
          >
            {address}
          </a>
        </span>
      ))}
    </span>
  );
}

/**
 * Questions and answers in groups, beside a rail of the groups on wide screens. The shared name
 * lets the browser keep at most one answer open; the islands script adds the search.
 */
export function FaqGuide({ guide: { categories } }: { guide: Guides["faq"] }) {
  return (
    <div className="wrap py-6 lg:grid lg:grid-cols-[13rem_1fr] lg:gap-12 lg:py-12">
      <nav aria-label="Groups of questions" className="hidden lg:block">
        <ul className="sticky top-24 grid gap-1 border-l-2 border-line">
          {categories.map(({ name }) => (
            <li key={name}>
              <a
                href={`#${formatAnchor(name)}`}
                className="block px-4 py-1.5 text-petrol underline-offset-3 hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <JumpChips
          label="Groups of questions"
          links={categories.map(({ name }) => ({ id: formatAnchor(name), name }))}
          className="lg:hidden"
        />
        <div data-faq-none hidden className="mt-4 rounded-xl border border-line bg-paper p-5">
          <h2 className="h3">No results found</h2>
          <p className="mt-1">Try another word, or call us and ask.</p>
          <button type="button" data-faq-clear className="btn btn-line mt-3">
            Clear Search
          </button>
        </div>
        {categories.map(({ name, entries }) => (
          <section
            key={name}
            id={formatAnchor(name)}
            data-faq-group
            className="mt-5 scroll-mt-20 lg:mt-8 lg:first-of-type:mt-0"
          >
            <h2 className="text-2xl">{name}</h2>
            <QuestionList
              entries={entries}
              name="faq"
              className="mt-2 [&_p]:max-w-[65ch] [&_summary]:text-balance"
            />
          </section>
        ))}
      </div>
    </div>
  );
}
