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
  "Nothing has been sent, and nobody is contacted yet. A person must open this link, complete the form, read the consent text and submit it themselves. An assistant cannot do that or agree for them.";

/** Said with every result of a quiz, which states likelihoods. */
export const NOT_CERTAIN =
  "This is the likely cause by the answers given, not a certain diagnosis. Nobody has looked at it: a professional confirms the cause in person.";

/** What to do after a danger, once it is over. */
export const AFTER_DANGER =
  "No service is offered for this while it may be dangerous. When everyone is safe, ask for the trade by its name, such as plumber.";

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
