import { Button } from "#app/components/admin/button.tsx";
import { formatPixels } from "../../format-size.ts";
import { getImageUrl, listWidths } from "../../image-versions.ts";
import type { LibraryImage } from "../../schema.ts";

type ImageGridProps = {
  images: LibraryImage[];
  /** Called by an image's large button. */
  onOpen: (image: LibraryImage) => void;
  /** Adds a small second button, for when the large one chooses the image. */
  onDetails?: (image: LibraryImage) => void;
};

/** Images side by side. */
export function ImageGrid({ images, onOpen, onDetails }: ImageGridProps) {
  return (
    <ul aria-label="Images" className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
      {images.map((image) => (
        <li key={image.id} className="flex min-w-0 flex-col rounded-xl border border-line bg-paper">
          <button
            type="button"
            data-image={image.id}
            onClick={() => onOpen(image)}
            className="flex min-w-0 grow flex-col overflow-hidden rounded-xl text-left hover:bg-sand focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-action"
          >
            <Thumbnail image={image} className="aspect-4/3" />
            <span className="block w-full p-2.5 text-[0.9375rem] leading-5">
              <span className="line-clamp-2 font-semibold break-words">{image.name}</span>
              <span className="mt-0.5 block text-sm text-muted">{formatPixels(image)}</span>
              {image.alt ? null : (
                <span className="block text-sm text-muted">No description yet</span>
              )}
            </span>
          </button>
          {onDetails ? (
            <Button
              aria-label={`Details of ${image.name}`}
              onClick={() => onDetails(image)}
              className="m-2 mt-0"
            >
              Details
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** A preview without alt text, as the image's name is always next to it. */
export function Thumbnail({ image, className }: { image: LibraryImage; className: string }) {
  const [smallest] = listWidths(image.width);
  return (
    <img
      src={getImageUrl(image, smallest)}
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      className={`w-full bg-sand object-contain ${className}`}
    />
  );
}
