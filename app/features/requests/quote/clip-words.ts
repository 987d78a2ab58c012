/** Words of the thank-you clip that are text of the page; a test compares them with the clip. */

/**
 * Beside the still, which says the same. The longest caption: its room is kept, so that nothing below
 * moves while the captions change.
 */
export const AT_REST = "Save our number, so it's there if you need us.";
/** On the button that plays it. */
export const PLAY = "12 sec";
