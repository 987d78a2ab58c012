import { THUMBNAIL_SIDE } from "../constants.ts";
import type { ListedPhoto } from "../queries.server.ts";

type PhotoGridProps = {
  photos: readonly ListedPhoto[];
  /** Path of the photos; each one's id follows it. */
  path: string;
  /** Attributes of each link, such as its target. */
  link?: Pick<React.ComponentProps<"a">, "target" | "rel">;
  /** What is below a photo. */
  renderBelow?: (photo: ListedPhoto, name: string) => React.ReactNode;
};

/** Small photos that link to the large ones. */
export function PhotoGrid({ photos, path, link, renderBelow }: PhotoGridProps) {
  return (
    <ul className="mt-4 grid grid-cols-2 gap-3">
      {photos.map((photo, index) => {
        const name = `Photo ${index + 1}`;
        return (
          <li key={photo.id} className="grid content-start gap-2">
            <a href={`${path}/${photo.id}`} {...link}>
              <img
                src={`${path}/${photo.id}?size=thumb`}
                alt={`${name}, full size`}
                {...getThumbnailSize(photo)}
                loading="lazy"
                className="aspect-4/3 w-full rounded-xl border border-line bg-sand object-cover"
              />
            </a>
            {renderBelow?.(photo, name)}
          </li>
        );
      })}
    </ul>
  );
}

/** Width and height of the small version, so that the page reserves its space. */
function getThumbnailSize({ width, height }: ListedPhoto) {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
