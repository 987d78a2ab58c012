import { useState } from "react";
import { IMAGES_PATH } from "../../constants.ts";
import { type ImageUse, imageFormReplySchema, type LibraryImage } from "../../schema.ts";
import { fetchLibrary } from "./fetch-library.ts";

/** Changes or deletes an image; `onDone` gets the changed image, or null after it was deleted. */
export function useImageForm(id: string, onDone: (image: LibraryImage | null) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; uses: ImageUse[] }>();
  const send = async (fields: Record<string, string>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const reply = await fetchLibrary(`${IMAGES_PATH}/${id}`, imageFormReplySchema, {
        method: "POST",
        body: new URLSearchParams(fields),
      });
      if (reply.ok) onDone(reply.image);
      else setProblem(reply);
    } catch (error) {
      setProblem({ message: (error as Error).message, uses: [] });
    }
    setBusy(false);
  };
  return { send, isBusy, problem };
}
