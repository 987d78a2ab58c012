import { toStorableText } from "#app/lib/text.ts";
import { MAX_IMAGE_NAME } from "./constants.ts";

/**
 * The display name of a file: without folders and control characters, never empty.
 */
export function toDisplayName(fileName: string): string {
  const last = toStorableText(fileName).split(/[/\\]/).at(-1) ?? "";
  const name = last
    .replaceAll(/\p{C}+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return Array.from(name).slice(0, MAX_IMAGE_NAME).join("").trim() || "Image";
}
