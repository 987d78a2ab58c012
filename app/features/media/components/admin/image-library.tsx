import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { IMAGE_TYPES } from "../../constants.ts";
import type { ImageList, LibraryImage } from "../../schema.ts";
import { ImageDetails } from "./image-details.tsx";
import { ImageGrid } from "./image-grid.tsx";
import { LibrarySearch } from "./library-search.tsx";
import { UploadCard } from "./upload-card.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useImages } from "./use-images.ts";
import { useUpload } from "./use-upload.ts";

type ImageLibraryProps = {
  /** The newest images, where they are loaded already. */
  first?: ImageList;
  /** Without it an image's button opens its details. */
  onChoose?: (image: LibraryImage) => void;
};

/** The media library: staff search, upload, describe and delete images. */
export function ImageLibrary({ first, onChoose }: ImageLibraryProps) {
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<LibraryImage>();
  const [added, setAdded] = useState<LibraryImage>();
  const [removedId, setRemovedId] = useState<string>();
  const [message, setMessage] = useState("");
  const { shown, isLoading, failure, search, loadMore, upsert, remove } = useImages(first);
  const upload = useUpload(({ image, isNew }) => {
    upsert(image);
    setAdded(image);
    setMessage(
      isNew
        ? `“${image.name}” is in the library.`
        : `The library has this image already: “${image.name}”.`,
    );
  });
  const choose = (file: File | undefined) => {
    setMessage("");
    upload.choose(file);
  };
  const isOver = useFileDrop(choose);
  // Enter then chooses the image that was just uploaded.
  useEffect(() => {
    if (added) root.current?.querySelector<HTMLElement>(`[data-image="${added.id}"]`)?.focus();
  }, [added]);
  // The button that had the focus was removed with its image.
  useEffect(() => {
    if (removedId) root.current?.querySelector<HTMLElement>("input[type=search]")?.focus();
  }, [removedId]);
  return (
    <div
      ref={root}
      className={`grid gap-4 rounded-2xl ${isOver ? "outline-3 outline-offset-4 outline-action outline-dashed" : ""}`}
    >
      <div className="flex flex-wrap items-end gap-3">
        <LibrarySearch onSearch={search} />
        <Button
          onClick={() => input.current?.click()}
          disabled={upload.phase.name !== "ready"}
          tone="primary"
        >
          Upload image
        </Button>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES}
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = "";
          }}
        />
      </div>
      <p className="text-sm text-muted">
        JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. You can also drop an image anywhere here.
      </p>
      {upload.file ? (
        <UploadCard
          key={upload.file.name}
          file={upload.file}
          phase={upload.phase}
          error={upload.error}
          onSend={upload.send}
          onCancel={upload.cancel}
        />
      ) : null}
      <p role="status" className={message ? "font-semibold" : "sr-only"}>
        {message}
      </p>
      {failure ? (
        <div role="alert">
          <p className="font-semibold text-danger">{failure}</p>
          <Button onClick={() => void search(shown?.q ?? "")} className="mt-2">
            Try again
          </Button>
        </div>
      ) : null}
      <div aria-busy={isLoading} className={isLoading && shown ? "opacity-60" : ""}>
        {shown && shown.images.length > 0 ? (
          <ImageGrid
            images={shown.images}
            onOpen={onChoose ?? setOpened}
            onDetails={onChoose ? setOpened : undefined}
          />
        ) : isLoading ? (
          <p className="p-8 text-center text-muted">Loading the images…</p>
        ) : (
          <NoImages isFiltered={Boolean(shown?.q)} />
        )}
      </div>
      {shown?.hasMore ? (
        <Button
          disabled={isLoading}
          onClick={() => void loadMore()}
          className="justify-self-center"
        >
          Show more
        </Button>
      ) : null}
      {opened ? (
        <ImageDetails
          key={opened.id}
          image={opened}
          onClose={() => setOpened(undefined)}
          onSaved={(image) => {
            upsert(image);
            setOpened(undefined);
            setMessage(`“${image.name}” is saved.`);
          }}
          onDeleted={({ id, name }) => {
            remove(id);
            setOpened(undefined);
            setMessage(`“${name}” is deleted.`);
            setRemovedId(id);
          }}
        />
      ) : null}
    </div>
  );
}

function NoImages({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="rounded-2xl border border-dashed border-line p-8 text-center">
      <p className="font-semibold">{isFiltered ? "No images match" : "No images yet"}</p>
      <p className="mt-1 text-muted">
        {isFiltered
          ? "Try other words: names and descriptions are searched."
          : "Upload the first one, or drop it here."}
      </p>
    </div>
  );
}
