import type { ListedPhoto } from "../../queries.server.ts";
import { PhotoGrid } from "../photo-grid.tsx";

/** `path`: of the request in the portal. */
type PhotosPanelProps = { photos: readonly ListedPhoto[]; path: string };

/** The customer's photos in the portal; each opens in a new tab. */
export function PhotosPanel({ photos, path }: PhotosPanelProps) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="request-photos" className="panel-card p-4">
      <h3 id="request-photos" className="font-bold">
        Photos
      </h3>
      <PhotoGrid
        photos={photos}
        path={`${path}/photos`}
        link={{ target: "_blank", rel: "noreferrer" }}
      />
    </section>
  );
}
