import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";
import type { ImageList } from "../../schema.ts";
import { ImageLibrary } from "./image-library.tsx";

/** The media library as a page. */
export function LibraryPage({ first }: { first: ImageList }) {
  return (
    <div className="grid gap-5">
      <Link
        to={ADVERTORIALS_PATH}
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start font-semibold text-action underline"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to Advertorials
      </Link>
      <ImageLibrary first={first} />
    </div>
  );
}
