import { ChartColumn, Copy, Eye, Pencil, Trash2 } from "lucide-react";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { SheetIcon } from "#app/components/admin/icon-sheet.tsx";
import { CopyUrl } from "./copy-url.tsx";

/** The icons of the rows, which their list draws once. */
export const ROW_ICONS = {
  copy: Copy,
  metrics: ChartColumn,
  edit: Pencil,
  delete: Trash2,
  view: Eye,
};

type RowActionsProps = {
  title: string;
  /** Paths of the public page and of the editor. */
  path: string;
  editorPath: string;
  copiedMs: number;
  onDelete: () => void;
  /** Shown before the other actions. */
  children?: React.ReactNode;
};

/** Actions of a row in a content list. */
export function RowActions({
  title,
  path,
  editorPath,
  copiedMs,
  onDelete,
  children,
}: RowActionsProps) {
  return (
    <>
      {children}
      <CopyUrl path={path} title={title} shownMs={copiedMs} />
      <ButtonLink
        to={`${editorPath}/metrics`}
        aria-label={`Metrics of ${title}`}
        title="Metrics"
        className="px-2.5!"
      >
        <SheetIcon name="metrics" className="size-4" />
      </ButtonLink>
      <ButtonLink to={editorPath} aria-label={`Edit ${title}`} title="Edit" className="px-2.5!">
        <SheetIcon name="edit" className="size-4" />
      </ButtonLink>
      <Button
        onClick={onDelete}
        aria-label={`Delete ${title}`}
        title="Delete"
        tone="danger"
        className="px-2.5!"
      >
        <SheetIcon name="delete" className="size-4" />
      </Button>
    </>
  );
}

/** Opens the public page in a new tab. */
export function ViewLink({
  path,
  verb,
  title,
}: {
  path: string;
  verb: "View" | "Preview";
  title: string;
}) {
  return (
    <ButtonAnchor
      href={path}
      target="_blank"
      rel="noreferrer"
      aria-label={`${verb} ${title}`}
      title={verb}
      className="px-2.5!"
    >
      <SheetIcon name="view" className="size-4" />
    </ButtonAnchor>
  );
}
