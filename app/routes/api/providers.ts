import { listProviders } from "#app/features/api/providers/operations.server.ts";
import { serveOperation } from "#app/features/api/serve-operation.server.ts";

export const loader = serveOperation(listProviders);
