import { listRequests } from "#app/features/api/requests/operations.server.ts";
import { serveOperation } from "#app/features/api/serve-operation.server.ts";

export const loader = serveOperation(listRequests);
