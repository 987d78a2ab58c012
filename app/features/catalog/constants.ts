/** Name of the service where the visitor chose none. */
export const FALLBACK_SERVICE_TYPE = "General Service";

export const ZIP_LENGTH = 5;
/** Hero ZIP field: how long "Checking..." shows at least. */
export const ZIP_CHECK_MS = 2_000;
