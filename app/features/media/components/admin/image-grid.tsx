import { Button } from "#app/components/admin/button.tsx";
import { describePixels } from "../../describe-size.ts";
import { imageUrl, widthsOf } from "../../image-versions.ts";
import type { LibraryImage } from "../../schema.ts";

type ImageGridProps = {
  images: LibraryImage[];
  /** What an image's large button does. */
  onOpen: (image: LibraryImage) => void;
  /** A second, small button, where the large one chooses the image. */
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
              <span className="mt-0.5 block text-sm text-muted">{describePixels(image)}</span>
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

/** The name stands beside it, so that it needs no words of its own. */
export function Thumbnail({ image, className }: { image: LibraryImage; className: string }) {
  const [smallest] = widthsOf(image.width);
  return (
    <img
      src={imageUrl(image, smallest)}
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      className={`w-full bg-sand object-contain ${className}`}
    />
  );
}
