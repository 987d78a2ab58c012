import type { Operation } from "./operation.server.ts";
import * as providers from "./providers/operations.server.ts";
import * as quizzes from "./quizzes/operations.server.ts";
import * as requests from "./requests/operations.server.ts";

/** Every operation, in the order of the document and of the page. A test compares it with the routes. */
export const OPERATIONS: readonly Operation[] = [
  requests.listRequests,
  requests.getRequest,
  requests.updateRequest,
  requests.listRequestNotes,
  requests.addRequestNote,
  providers.listProviders,
  providers.getProvider,
  providers.updateProvider,
  quizzes.listQuizzes,
  quizzes.getQuizMetrics,
];
