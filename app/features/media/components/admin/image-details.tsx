import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { ADVERTORIAL_EDITOR_PATH } from "#app/lib/portal-paths.ts";
import { MAX_IMAGE_ALT, MAX_IMAGE_NAME } from "../../constants.ts";
import { formatBytes, formatPixels } from "../../format-size.ts";
import type { ImageUse, LibraryImage } from "../../schema.ts";
import { Thumbnail } from "./image-grid.tsx";
import { useImageForm } from "./use-image-form.ts";

type ImageDetailsProps = {
  image: LibraryImage;
  onSaved: (image: LibraryImage) => void;
  onDeleted: (image: LibraryImage) => void;
  onClose: () => void;
};

/** An image's name and description, and the button that deletes it. */
export function ImageDetails({ image, onSaved, onDeleted, onClose }: ImageDetailsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { send, isBusy, problem } = useImageForm(image.id, (changed) =>
    changed ? onSaved(changed) : onDeleted(image),
  );
  return (
    <Dialog title={image.name} onClose={onClose}>
      <div className="mt-3 overflow-hidden rounded-xl border border-line">
        <Thumbnail image={image} className="h-40" />
      </div>
      <p className="mt-2 text-sm text-muted">
        {formatPixels(image)} pixels, {formatBytes(image.bytes)} in all sizes
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send({ intent: "save", ...readFields(event.currentTarget) });
        }}
      >
        <TextField
          name="name"
          label="Name"
          required
          maxLength={MAX_IMAGE_NAME}
          defaultValue={image.name}
          autoComplete="off"
          className="mt-3"
        />
        <TextField
          name="alt"
          label="What does it show?"
          optional
          maxLength={MAX_IMAGE_ALT}
          defaultValue={image.alt}
          autoComplete="off"
          hint="Suggested wherever you use the image from now on; articles that already show it do not change."
          className="mt-3"
        />
        {problem ? <Problem {...problem} /> : null}
        <div className="mt-5 flex flex-wrap gap-2">
          <Button type="submit" disabled={isBusy} tone="primary">
            Save
          </Button>
          <Button onClick={onClose}>Close</Button>
          {isConfirming ? null : (
            <Button
              disabled={isBusy}
              onClick={() => setConfirming(true)}
              tone="danger"
              className="ml-auto"
            >
              Delete
            </Button>
          )}
        </div>
      </form>
      {isConfirming ? (
        <ConfirmDeletion
          isBusy={isBusy}
          onKeep={() => setConfirming(false)}
          onDelete={() => {
            setConfirming(false);
            void send({ intent: "delete" });
          }}
        />
      ) : null}
    </Dialog>
  );
}

const readFields = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

function ConfirmDeletion({
  isBusy,
  onKeep,
  onDelete,
}: {
  isBusy: boolean;
  onKeep: () => void;
  onDelete: () => void;
}) {
  return (
    <div role="alert" className="mt-4 rounded-xl border border-danger p-3">
      <p>
        Delete this image? Its files are deleted at once and cannot be restored. Earlier versions of
        articles will no longer show it.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={onDelete} tone="danger">
          Delete image
        </Button>
        {/* The Delete button, which had the focus, is no longer there. */}
        <Button autoFocus onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  );
}

const USE_LABELS: Record<ImageUse["state"], string> = {
  article: "",
  deleted: " (deleted, but can be restored)",
  draft: " (unsaved draft)",
};

function Problem({ message, uses }: { message: string; uses: ImageUse[] }) {
  return (
    <div role="alert" className="mt-3 text-danger">
      <p className="font-semibold">{message}</p>
      {uses.length > 0 ? (
        <ul className="mt-1 list-disc pl-5 text-ink">
          {uses.map(({ title, slug, state }) => (
            <li key={`${state} ${slug} ${title}`} className="break-words">
              {slug && state !== "deleted" ? (
                <a
                  href={`${ADVERTORIAL_EDITOR_PATH}/${slug}`}
                  target="_blank"
                  rel="noreferrer"
                  className="font-semibold text-action underline"
                >
                  {title}
                </a>
              ) : (
                title
              )}
              {USE_LABELS[state]}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
