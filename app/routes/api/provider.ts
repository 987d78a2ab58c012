import { getProvider, updateProvider } from "#app/features/api/providers/operations.server.ts";
import { serveOperation } from "#app/features/api/serve-operation.server.ts";

export const handle = { methods: ["GET", "HEAD", "PATCH"] };

export const loader = serveOperation(getProvider);
export const action = serveOperation(updateProvider);
