import { Images } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import {
  type ChosenImage,
  ImagePicker,
} from "#app/features/media/components/admin/image-picker.tsx";
import { parseImageUrl } from "../../article-schema.ts";

type ImageUrlFieldProps = {
  name: string;
  label: string;
  url: string;
  onChange: (url: string) => void;
  /** Called with a chosen image instead of `onChange`, to use its alt text too. */
  onChoose?: (image: ChosenImage) => void;
};

/** URL of an image: typed, or chosen from the media library. */
export function ImageUrlField({ name, label, url, onChange, onChoose }: ImageUrlFieldProps) {
  const [isChoosing, setChoosing] = useState(false);
  const isRefused = url.trim() !== "" && !parseImageUrl(url);
  return (
    <div className="flex items-start gap-2 room-max-xs:flex-wrap">
      <TextField
        name={name}
        label={label}
        value={url}
        maxLength={1_000}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={
          isRefused
            ? "Only addresses that begin with https:// or with / on this site are shown."
            : undefined
        }
        hint="https://… or an image on this site"
        onChange={({ target }) => onChange(target.value)}
        className="min-w-0 flex-1 room-max-xs:basis-full"
      />
      <Button
        onClick={() => setChoosing(true)}
        aria-label={`Choose an image for ${label}`}
        className="mt-8 min-h-12! room-max-xs:mt-0"
      >
        <Images className="size-4" aria-hidden="true" />
        Choose
      </Button>
      {isChoosing ? (
        <ImagePicker
          onClose={() => setChoosing(false)}
          onChoose={(image) => {
            if (onChoose) onChoose(image);
            else onChange(image.url);
            setChoosing(false);
          }}
        />
      ) : null}
    </div>
  );
}
