import { PageDialog } from "#app/components/admin/page-dialog.tsx";
import { getImageUrl } from "../../image-versions.ts";
import { ImageLibrary } from "./image-library.tsx";

export type ChosenImage = {
  /** Of the largest version; pages derive the others from it. */
  url: string;
  alt: string;
  width: number;
  height: number;
};
type ImagePickerProps = { onChoose: (image: ChosenImage) => void; onClose: () => void };

/** The library as a dialog. Choosing an image does not close it. */
export function ImagePicker({ onChoose, onClose }: ImagePickerProps) {
  return (
    <PageDialog title="Choose an image" onClose={onClose}>
      <div className="min-h-64">
        <ImageLibrary
          onChoose={(image) =>
            onChoose({
              url: getImageUrl(image),
              alt: image.alt,
              width: image.width,
              height: image.height,
            })
          }
        />
      </div>
    </PageDialog>
  );
}
