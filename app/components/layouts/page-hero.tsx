import { TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import { Breadcrumb, type Crumb } from "../ui/breadcrumb.tsx";
import { SceneImage } from "../ui/scene-image.tsx";

type PageHeroProps = {
  crumbs: Crumb[];
  title: string;
  text: string;
  /** Name of a scene. */
  image: string;
  /** Height of the scene on phones; lower where a form has to stay on the first screen. */
  stripClass?: string;
  children?: React.ReactNode;
};

/**
 * Top of a page: its scene, breadcrumb, title, and the first action. On small screens the scene is
 * a strip from edge to edge above the words; on wide ones it stands beside them on the same ground.
 */
export function PageHero({
  crumbs,
  title,
  text,
  image,
  stripClass = "h-[48vw] max-h-72 md:max-h-none",
  children,
}: PageHeroProps) {
  return (
    <section className="relative border-b border-line bg-sand">
      <SceneImage
        name={image}
        className={`${stripClass} w-full md:absolute md:inset-y-0 md:right-[max(1.25rem,50%-36rem)] md:my-auto md:h-auto md:w-[min(40%,30rem)] md:rounded-3xl`}
        isFirst
      />
      <div className="wrap">
        <div className="pt-3 pb-5 md:flex md:min-h-92 md:w-[56%] md:flex-col md:justify-center md:py-9">
          <Breadcrumb crumbs={crumbs} />
          <h1 className="h1 mt-2">{title}</h1>
          <p className="mt-2 max-w-xl text-lg leading-7">
            <TextWithPhoneLinks text={text} />
          </p>
          {children}
        </div>
      </div>
    </section>
  );
}
