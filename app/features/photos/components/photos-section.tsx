import { PageSection } from "#app/components/layouts/page-section.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { PhotoProblem } from "../actions.server.ts";
import { MAX_PHOTOS, PHOTO_TYPES } from "../constants.ts";
import type { ListedPhoto } from "../queries.server.ts";
import { PhotoGrid } from "./photo-grid.tsx";

type PhotosSectionProps = {
  photos: readonly ListedPhoto[];
  /** Path of the customer's page. */
  path: string;
  /** What was wrong with the form that was just sent. */
  problem?: PhotoProblem;
  canAdd: boolean;
};

/**
 * The photos of a request on the customer's page: plain forms, which a script improves
 * (app/islands/photos.ts). The script replaces this section, so a route that shows it has
 * `handle.sheet = "whole"`.
 */
export function PhotosSection({ photos, path, problem, canAdd }: PhotosSectionProps) {
  if (!canAdd && photos.length === 0 && !problem) return null;
  const photosPath = `${path}/photos`;
  const remaining = MAX_PHOTOS - photos.length;
  return (
    <PageSection id="photos" title="Photos">
      <p className="mt-2">
        You and our team see your photos. A professional sees them only after you say yes to that
        professional. We remove the place and time that your phone stores in a photo.
      </p>
      {problem ? <Problem problem={problem} /> : null}
      {photos.length > 0 ? (
        <PhotoGrid
          photos={photos}
          path={photosPath}
          renderBelow={({ id }, name) => (
            <form method="post" action={photosPath}>
              <button
                type="submit"
                name="remove"
                value={id}
                aria-label={`Remove ${name.toLowerCase()}`}
                className="btn btn-line w-full"
              >
                Remove
              </button>
            </form>
          )}
        />
      ) : null}
      {canAdd && remaining > 0 ? <AddForm action={photosPath} remaining={remaining} /> : null}
      {canAdd && remaining <= 0 ? (
        <p className="mt-4 text-muted">
          These are {MAX_PHOTOS} photos, the most that a request can have. Remove one to add
          another.
        </p>
      ) : null}
    </PageSection>
  );
}

function Problem({ problem: { lines, added } }: { problem: PhotoProblem }) {
  return (
    <div
      role="alert"
      className="mt-4 grid gap-1 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
    >
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      {added > 0 ? <p className="text-ink">{formatQuantity(added, "photo")} added.</p> : null}
    </div>
  );
}

function AddForm({ action, remaining }: { action: string; remaining: number }) {
  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      data-photo-form={remaining}
      className="mt-3"
    >
      <label htmlFor="photos-file" className="font-semibold">
        Add photos
      </label>
      <p id="photos-hint" className="mt-1 text-[0.9375rem] text-muted">
        {remaining === MAX_PHOTOS ? `Up to ${MAX_PHOTOS}` : `Up to ${remaining} more`}, 10 MB each.
        Take one from a few steps back and one close up. Leave out people and papers. Do not climb,
        open or touch anything to get a photo.
      </p>
      <input
        id="photos-file"
        type="file"
        name="photos"
        multiple
        required
        accept={PHOTO_TYPES}
        aria-describedby="photos-hint"
        className="input mt-3"
      />
      <button type="submit" className="btn btn-line mt-3">
        Send photos
      </button>
      <p role="status" className="mt-3 font-semibold" />
      <progress hidden max={1} value={0} aria-label="Sent" className="mt-2 h-3 w-full" />
    </form>
  );
}
