/** Words of the thank-you clip that are text of the page; a test compares them with the clip. */

/**
 * Beside the still, which says the same. The longest caption: its room is kept, so that nothing below
 * moves while the captions change. Without apostrophes: it stands in a `noscript` too, whose escaped text
 * would not match when the page hydrates.
 */
export const AT_REST = "Save our number, so you have it if you need us.";
/** On the button that plays it. */
export const PLAY = "12 sec";
