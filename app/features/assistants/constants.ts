/** Maximum length of what a person says is wrong, as an assistant passes it on. */
export const MAX_PROBLEM = 300;
/**
 * How many characters are checked for a danger, also of what is too long: a check of more could
 * block the process for a tenth of a second.
 */
export const MAX_CHECKED = 600;
/** Most services that a description of a problem leads to, and most quizzes. */
export const MAX_SERVICES = 5;
export const MAX_QUIZZES = 3;

/** The address that a person adds to an assistant, and the page that explains it. */
export const MCP_PATH = "/mcp";
export const ASSISTANTS_PAGE = "/assistants";
/** Messages of one address: the companies behind assistants send those of many people from one. */
export const CALLS_PER_MINUTE = 300;

/** Said with every quote link: an assistant must not let anybody believe that a request was sent. */
export const NOTHING_SENT =
  "Nothing has been sent, and nobody will contact the person because of this link. The person must open it, complete the form, read the consent text and submit the form themselves. An assistant must not fill in, submit or agree to anything for them. Answers to a quiz that the link carries become part of the request.";

/** Said with every result of a quiz, which states likelihoods. */
export const NOT_CERTAIN =
  "This is the most likely cause based on the answers, not a certain diagnosis. Nobody has inspected it; a professional must confirm the cause in person.";
/** The same where the answers lead to no cause. */
export const NO_CAUSE = "No single cause was found. A professional has to look at it in person.";

/** What to do after a danger, once it is over. */
export const AFTER_DANGER =
  "Do these steps first. Once everyone is safe, tell me which pro you need, such as a plumber, an electrician or a tow truck, and I can look for one.";

/** The tools, in the order in which a program lists them. */
export const TOOL_NAMES = [
  "find_service",
  "coverage",
  "price_range",
  "list_quizzes",
  "diagnose",
  "quote_link",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
