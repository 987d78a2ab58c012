import { buildSrcSet, type StoredImage } from "#app/features/media/image-versions.ts";
import type { ShownImage } from "../shown-article.ts";

/** Displayed widths of images: the text column, and the side of the hero. */
const SECTION_SIZES = "(min-width: 45rem) 42rem, calc(100vw - 2.5rem)";
const HERO_SIZES = "(min-width: 48rem) 42vw, 100vw";

/** A strip above the words on small screens, the whole side of the header on others. */
const HERO_PLACE =
  "h-40 w-full border-b border-line bg-sand md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:border-b-0 md:border-l";

const isSiteImage = ({ url }: ShownImage) => url.startsWith("/");
/** The site's scenes fill and crop themselves; its other drawings have no background. */
const isScene = ({ url }: ShownImage) => /^\/art\/(?!henry-)[\w-]+\.svg$/.test(url);

/** Above the fold and decorative: the heading next to it names the topic. */
export function HeroImage({ image }: { image: ShownImage }) {
  const { url, stored } = image;
  const fit = isScene(image)
    ? ""
    : isSiteImage(image) && !stored
      ? "object-contain"
      : "object-cover";
  if (stored)
    return (
      <Versions
        url={url}
        stored={stored}
        sizes={HERO_SIZES}
        alt=""
        fetchPriority="high"
        className={`${HERO_PLACE} ${fit}`}
      />
    );
  return (
    <img
      src={url}
      width="480"
      height="320"
      alt=""
      fetchPriority={isSiteImage(image) ? undefined : "high"}
      referrerPolicy={isSiteImage(image) ? undefined : "no-referrer"}
      className={`${HERO_PLACE} ${fit}`}
    />
  );
}

export function SectionImage({ image, alt }: { image: ShownImage; alt: string }) {
  const { url, stored } = image;
  if (stored)
    return (
      <Versions
        url={url}
        stored={stored}
        sizes={SECTION_SIZES}
        alt={alt}
        loading="lazy"
        className="h-auto w-full rounded-xl"
      />
    );
  if (isSiteImage(image))
    return (
      <img
        src={url}
        width="480"
        height="320"
        alt={alt}
        loading="lazy"
        className={`w-full rounded-xl ${isScene(image) ? "aspect-2/1 h-auto border-2 border-ink" : "h-40 bg-sand object-contain p-2 md:h-54"}`}
      />
    );
  // Its size is unknown: all such images get the same space, and the whole image is visible.
  return (
    <img
      src={url}
      width="672"
      height="448"
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      className="aspect-3/2 h-auto w-full rounded-xl bg-sand object-contain"
    />
  );
}

type VersionsProps = React.ComponentProps<"img"> & { url: string; stored: StoredImage };

/**
 * An image of the media library in the width and format that suit the browser; its size reserves
 * the space.
 */
function Versions({ url, stored, sizes, alt, ...rest }: VersionsProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={buildSrcSet(stored, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={buildSrcSet(stored, "webp")} sizes={sizes} />
      <img src={url} width={stored.width} height={stored.height} alt={alt} {...rest} />
    </picture>
  );
}
