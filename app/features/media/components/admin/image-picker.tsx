import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useReturnFocus } from "#app/components/admin/use-return-focus.ts";
import { imageUrl } from "../../image-versions.ts";
import { ImageLibrary } from "./image-library.tsx";

export type ChosenImage = {
  /** Of the largest version; pages find the others by it. */ url: string;
  alt: string;
  width: number;
  height: number;
};
type ImagePickerProps = { onChoose: (image: ChosenImage) => void; onClose: () => void };

/** The library as a dialog. It does not close by itself when a picture is chosen. */
export function ImagePicker({ onChoose, onClose }: ImagePickerProps) {
  useReturnFocus();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={(event) => {
        // React lets it rise from the dialog of details inside this one, and would from here to a
        // dialog around it.
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
      className="m-auto max-h-[92dvh] w-[min(60rem,96vw)] flex-col overflow-hidden rounded-2xl bg-paper text-ink shadow-lift open:flex"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3 room-sm:px-6">
        <h2 id={id} className="h3">
          Choose a picture
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => ref.current?.close()}
          className="-mr-2 grid size-11 place-items-center rounded-lg hover:bg-sand"
        >
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      <div className="min-h-64 overflow-y-auto p-4 room-sm:p-6">
        <ImageLibrary
          onChoose={(image) =>
            onChoose({
              url: imageUrl(image),
              alt: image.alt,
              width: image.width,
              height: image.height,
            })
          }
        />
      </div>
    </dialog>
  );
}
