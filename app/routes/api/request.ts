import { getRequest, updateRequest } from "#app/features/api/requests/operations.server.ts";
import { serveOperation } from "#app/features/api/serve-operation.server.ts";

export const handle = { methods: ["GET", "HEAD", "PATCH"] };

export const loader = serveOperation(getRequest);
export const action = serveOperation(updateRequest);
