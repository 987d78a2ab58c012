import { truncateText } from "#app/lib/text.ts";
import { MESSAGE_LENGTH } from "../constants.ts";

/** A text that fits into a message: what is too long ends in `note`, which says so. */
export const fitMessage = (text: string, note: string): string =>
  text.length > MESSAGE_LENGTH ? truncateText(text, MESSAGE_LENGTH - note.length) + note : text;
