/** Pages of the staff portal that more than one feature links to. */
export const ADVERTORIALS_PATH = "/backyard/advertorials";
/** The editor of one advertorial is at this path and its slug. */
export const ADVERTORIAL_EDITOR_PATH = "/backyard/advertorials/editor";
export const MEDIA_PATH = "/backyard/media";
