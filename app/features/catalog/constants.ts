/** Service type of a request that names no service of the catalog. */
export const FALLBACK_SERVICE_TYPE = "General Service";
/** ZIP field of a service page: minimum time that "Checking..." is shown. */
export const MIN_ZIP_CHECK_MS = 2_000;
