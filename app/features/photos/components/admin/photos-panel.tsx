import type { PhotoPanelData } from "../../loaders.server.ts";
import { PhotoGrid } from "../photo-grid.tsx";

/** `path`: of the requests in the portal; the id of each follows it. */
type PhotosPanelProps = { groups: PhotoPanelData; path: string };

/** The customer's photos in the portal, by the request they are from; each opens in a new tab. */
export function PhotosPanel({ groups, path }: PhotosPanelProps) {
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="request-photos" className="panel-card p-4">
      <h3 id="request-photos" className="font-bold">
        Photos
      </h3>
      {groups.map(({ id, day, photos }) => (
        <div key={id}>
          {day ? <p className="mt-3 text-sm text-muted">From the request of {day}</p> : null}
          <PhotoGrid
            photos={photos}
            path={`${path}/${id}/photos`}
            link={{ target: "_blank", rel: "noreferrer" }}
          />
        </div>
      ))}
    </section>
  );
}
