import type { ListedPhoto } from "../queries.server.ts";
import { PhotoGrid } from "./photo-grid.tsx";

type ProviderPhotosProps = {
  photos: readonly ListedPhoto[];
  /** Path of the provider's offer. */
  path: string;
};

/** The customer's photos on the page of a provider who has the customer's details. */
export function ProviderPhotos({ photos, path }: ProviderPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <section
      aria-labelledby="photos-title"
      className="mt-5 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id="photos-title" className="text-xl font-bold">
        Photos from the customer
      </h2>
      <PhotoGrid photos={photos} path={`${path}/photos`} />
    </section>
  );
}
