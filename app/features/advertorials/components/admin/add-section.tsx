import { Heading, ImagePlus, List, type LucideIcon, Pilcrow, Quote } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import { SECTION_NAMES, SECTION_TYPES, type SectionType } from "../../article-schema.ts";

const ICONS: Record<SectionType, LucideIcon> = {
  heading: Heading,
  paragraph: Pilcrow,
  list: List,
  blockquote: Quote,
  image: ImagePlus,
};

type AddSectionProps = {
  /** Id of the first button, used to restore the focus. */
  id?: string;
  label: string;
  /** Such as "below section 3". */
  where?: string;
  isFull: boolean;
  onAdd: (type: SectionType) => void;
};

/** One button for each kind of section. */
export function AddSection({ id, label, where = "", isFull, onAdd }: AddSectionProps) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {SECTION_TYPES.map((type, at) => {
        const Icon = ICONS[type];
        return (
          <Button
            key={type}
            id={at === 0 ? id : undefined}
            disabled={isFull}
            onClick={() => onAdd(type)}
            aria-label={`Add ${SECTION_NAMES[type].toLowerCase()}${where && ` ${where}`}`}
          >
            <Icon className="size-4" aria-hidden="true" />
            {SECTION_NAMES[type]}
          </Button>
        );
      })}
    </fieldset>
  );
}
