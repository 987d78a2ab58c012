import { buildSrcSet, type StoredImage } from "#app/features/media/image-versions.ts";
import type { ShownImage } from "../shown-article.ts";

/** Displayed widths of images: the text column, and the second column of the hero. */
const SECTION_SIZES = "(min-width: 45rem) 42rem, calc(100vw - 2.5rem)";
const HERO_SIZES = "(min-width: 75rem) 28rem, (min-width: 48rem) 37vw, calc(100vw - 2.5rem)";

const isSiteImage = ({ url }: ShownImage) => url.startsWith("/");

/** Above the fold and decorative: the heading next to it names the topic. */
export function HeroImage({ image }: { image: ShownImage }) {
  const { url, stored } = image;
  if (stored)
    return (
      <Versions
        url={url}
        stored={stored}
        sizes={HERO_SIZES}
        alt=""
        fetchPriority="high"
        className="mx-auto h-auto max-h-112 w-full rounded-2xl object-cover"
      />
    );
  // The site's illustrations have no background.
  if (isSiteImage(image))
    return (
      <img
        src={url}
        width="400"
        height="480"
        alt=""
        className="mx-auto h-auto max-h-80 w-full object-contain"
      />
    );
  return (
    <img
      src={url}
      width="480"
      height="360"
      alt=""
      fetchPriority="high"
      referrerPolicy="no-referrer"
      className="aspect-4/3 h-auto w-full rounded-2xl bg-sand object-cover"
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
        className="h-auto w-full rounded-2xl"
      />
    );
  if (isSiteImage(image))
    return (
      <img src={url} width="320" height="220" alt={alt} loading="lazy" className="h-56 w-auto" />
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
      className="aspect-3/2 h-auto w-full rounded-2xl bg-sand object-contain"
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
