import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { Breadcrumb, type Crumb } from "../ui/breadcrumb.tsx";

type PageHeroProps = {
  crumbs: Crumb[];
  title: string;
  text: string;
  /** Name of an illustration. */
  image: string;
  /** Small screens need the space for the content: the image then shows only on large ones. */
  imageOnLargeOnly?: boolean;
  children: React.ReactNode;
};

/** Top of a page: breadcrumb, title, image, and the first action. */
export function PageHero({
  crumbs,
  title,
  text,
  image,
  imageOnLargeOnly = false,
  children,
}: PageHeroProps) {
  return (
    <section className="border-b border-line">
      <div className="wrap grid items-center gap-x-10 py-6 md:grid-cols-[1.25fr_1fr] md:py-10">
        <div>
          <Breadcrumb crumbs={crumbs} />
          <h1 className="h1 mt-4">{title}</h1>
          <p className="mt-4 max-w-xl text-lg">
            <PhoneText text={text} />
          </p>
          {children}
        </div>
        <img
          src={`/art/${image}.svg`}
          width="320"
          height="220"
          alt=""
          className={`mx-auto h-auto ${imageOnLargeOnly ? "hidden w-full max-w-md md:block" : "mt-6 w-56 md:mt-0 md:w-full md:max-w-md"}`}
        />
      </div>
    </section>
  );
}
