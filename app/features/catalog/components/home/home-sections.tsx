import { ComicStrip } from "#app/components/ui/comic-strip.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { HomePage, PopularService } from "../../queries.server.ts";
import { PriceBars } from "../price-bars.tsx";

/** Six everyday complaints, each with its picture. */
export function ProblemTiles({ page }: { page: HomePage }) {
  return (
    <section aria-labelledby="problems-title" className="bg-paper py-5 md:py-14">
      <div className="wrap">
        <h2 id="problems-title" className="h2">
          {page.problemsTitle}
        </h2>
        <ul className="mt-3 grid grid-cols-2 gap-3 md:mt-4 md:grid-cols-3 md:gap-5">
          {page.problems.map(({ scene, title, complaint, path }) => (
            <li key={scene}>
              <SceneTile scene={scene} href={path} title={title} text={complaint} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What sets us apart, as a comic of three panels. */
export function OneRequestComic({ comic }: { comic: HomePage["comic"] }) {
  return (
    <section aria-labelledby="comic-title" className="section">
      <div className="wrap">
        <h2 id="comic-title" className="h2">
          {comic.title}
        </h2>
        <ComicStrip captions={comic.panels} />
        <p className="mt-4 text-muted">{comic.text}</p>
      </div>
    </section>
  );
}

/** The areas of the site, and the services that people ask for most. */
export function HomeServices({ page, popular }: { page: HomePage; popular: PopularService[] }) {
  const [home, resources] = page.allServices;
  const areas = [
    { ...home, path: "/home-services", scene: "home-services" },
    { ...page.auto, path: "/auto", scene: "auto" },
    { ...resources, path: "/resources", scene: "resources" },
  ];
  return (
    <section className="section bg-paper">
      <div className="wrap">
        <h2 className="h2">All Services</h2>
        <div className="mt-4 grid gap-3 md:grid-cols-3 md:gap-5">
          {areas.map(({ title, text, path, scene }) => (
            <a
              key={path}
              href={path}
              className="scene-tile group grid grid-cols-[1fr_2fr] md:block"
            >
              <SceneImage name={scene} className="size-full md:h-40" />
              <span className="block px-3 py-2 md:px-4">
                <span className="row-link h3 font-display font-bold group-hover:underline">
                  <span className="min-w-0">{title}</span>
                </span>
                <span className="block text-[0.9375rem] leading-5 text-muted">{text}</span>
              </span>
            </a>
          ))}
        </div>
        <h2 className="h2 mt-6 md:mt-10">Popular Services</h2>
        <ul className="mt-4 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-y-6">
          {popular.map((service) => (
            <PopularTile key={service.slug} service={service} />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What people call about stands out; the sentence that all share is small. */
function PopularTile({ service }: { service: PopularService }) {
  return (
    <li className="grid grid-cols-[1fr_3fr] gap-x-3 border-t border-line py-1.5 lg:block lg:border-0 lg:py-0">
      <SceneImage name={service.slug} className="h-16 w-full rounded-lg lg:h-36" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:mt-2">
          <h3 className="lg:text-lg">{service.name}</h3>
          <a
            href={service.path}
            aria-label={`Get Help Now: ${service.name}`}
            className="link py-0.5 text-[0.9375rem]"
          >
            Get Help Now
          </a>
        </div>
        <p className="mt-0.5 text-[0.9375rem] leading-5">{service.hint}</p>
        <p className="text-xs text-muted">
          Fast, reliable {service.name} services from trusted local professionals.
        </p>
      </div>
    </li>
  );
}

/** The first question of a quiz; an answer leads to the next one. */
export type TeaserQuestion = {
  title: string;
  question: string;
  options: { text: string; path: string }[];
  /** The page of all quizzes. */
  allPath: string;
};

export function QuizTeaser({ title, question, options, allPath }: TeaserQuestion) {
  return (
    <section aria-labelledby="quiz-title" className="section">
      <div className="wrap grid items-center gap-x-14 gap-y-4 md:grid-cols-2">
        <div>
          <h2 id="quiz-title" className="h2">
            {title}
          </h2>
          <p className="mt-2">{question}</p>
          <p className="mt-2 text-[0.9375rem] text-muted">
            Answer a few questions to see the likely cause and the risk of waiting.{" "}
            <a href={allPath} className="link">
              All quizzes
            </a>
          </p>
        </div>
        <ul className="grid gap-2">
          {options.map(({ text, path }) => (
            <li key={path}>
              <a
                href={path}
                rel="nofollow"
                className="flex min-h-11 items-center rounded-xl border-2 border-line bg-paper px-3 py-2 leading-5 font-semibold hover:border-petrol md:px-4 md:py-2.5"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type HomePricesProps = {
  prices: { label: string; range: string }[];
  note: string;
  estimatorPath: string;
};

export function HomePrices({ prices, note, estimatorPath }: HomePricesProps) {
  return (
    <section aria-labelledby="prices-title" className="section bg-paper">
      <div className="wrap grid items-start gap-x-14 gap-y-5 md:grid-cols-[1fr_1.3fr]">
        <div>
          <h2 id="prices-title" className="h2">
            What jobs like these cost
          </h2>
          <p className="mt-2 text-[0.9375rem] text-muted">{note}</p>
          <a href={estimatorPath} className="link mt-2 inline-block py-1">
            Estimate your project
          </a>
        </div>
        <PriceBars prices={prices} />
      </div>
    </section>
  );
}

const READING_LINKS = [
  { name: "How the helpline works", path: "/articles/henry-helpline" },
  { name: "Clogged toilet? Start here", path: "/articles/clogged-toilets" },
  { name: "Quiz: AC not cooling", path: "/quiz/ac-not-cooling" },
] as const;

export function WhyChoose({ reasons }: { reasons: HomePage["why"] }) {
  const { persona } = useSite();
  return (
    <section className="section">
      <div className="wrap">
        <h2 className="h2">Why Choose {persona}</h2>
        <dl className="mt-3 grid gap-x-10 gap-y-3 md:mt-4 md:grid-cols-3">
          {reasons.map((reason) => (
            <div key={reason.title} className="md:border-l-4 md:border-sun md:pl-4">
              <dt className="h3 font-display font-bold">{reason.title}</dt>
              <dd className="mt-1 leading-6 md:text-balance">{reason.text}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap gap-2">
          {READING_LINKS.map((link) => (
            <a key={link.path} href={link.path} className="btn btn-line">
              {link.name}
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}

export function CallBand({ band }: { band: HomePage["callBand"] }) {
  const { phone } = useSite();
  return (
    <section className="bg-sun">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-5 md:py-7">
        <div>
          <h2 className="h2">{band.title}</h2>
          <p className="mt-1">{band.text}</p>
        </div>
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      </div>
    </section>
  );
}
