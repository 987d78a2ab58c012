import { SceneImage } from "./scene-image.tsx";

type SceneTileProps = {
  scene: string;
  href: string;
  title: string;
  text?: string;
  /** Size of the picture. */
  imageClass?: string;
  isFirst?: boolean;
};

/** A picture with a name and a line below it, as one link. */
export function SceneTile({
  scene,
  href,
  title,
  text,
  imageClass = "h-20 md:h-40",
  isFirst,
}: SceneTileProps) {
  return (
    <a href={href} className="scene-tile group block h-full">
      <SceneImage name={scene} className={`w-full ${imageClass}`} isFirst={isFirst} />
      <span className="block px-3 py-2 md:px-4">
        <span className="block font-display text-lg leading-6 font-bold group-hover:underline">
          {title}
        </span>
        {text ? (
          <span className="mt-1 block text-[0.9375rem] leading-5 text-muted">{text}</span>
        ) : null}
      </span>
    </a>
  );
}
