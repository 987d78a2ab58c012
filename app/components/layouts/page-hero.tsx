import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { Breadcrumb, type Crumb } from "../ui/breadcrumb.tsx";
import { SceneImage } from "../ui/scene-image.tsx";

type PageHeroProps = {
  crumbs: Crumb[];
  title: string;
  text: string;
  /** Name of a scene. */
  image: string;
  children?: React.ReactNode;
};

/**
 * Top of a page: its scene from edge to edge, breadcrumb, title, and the first action. On small
 * screens the scene is a strip above the words.
 */
export function PageHero({ crumbs, title, text, image, children }: PageHeroProps) {
  return (
    <section className="relative overflow-hidden border-b border-line">
      <SceneImage
        name={image}
        className="h-34 w-full border-b border-line md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:border-b-0 md:border-l"
        isFirst
      />
      <div className="wrap">
        <div className="pt-3 pb-5 md:flex md:min-h-92 md:w-[56%] md:flex-col md:justify-center md:py-9">
          <Breadcrumb crumbs={crumbs} />
          <h1 className="h1 mt-2">{title}</h1>
          <p className="mt-2 max-w-xl text-lg leading-7">
            <PhoneText text={text} />
          </p>
          {children}
        </div>
      </div>
    </section>
  );
}
