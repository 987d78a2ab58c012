import { changeProfile } from "#app/features/providers/records/change-profile.server.ts";
import {
  getProviderRecord,
  listProviderRecords,
  type ProviderRecord,
} from "#app/features/providers/records/queries.server.ts";
import {
  defineOperation,
  fail,
  hasScope,
  type OperationContext,
  type OperationResult,
} from "../operation.server.ts";
import {
  formatInstant,
  formatNext,
  formatOptionalInstant,
  idParams,
  noInput,
  parseCursor,
} from "../schema.ts";
import {
  type ApiProvider,
  PERSONAL_CHANGES,
  providerChangeSchema,
  providerListQuery,
  providerListSchema,
  providerListWithoutPersonal,
  providerSchema,
  providerWithoutPersonal,
} from "./schema.ts";

const PERSONAL = "providers:personal";
const NOT_FOUND = fail("not-found", "No provider has this id.");

/** @param options.withPersonal whether the key may read personal data; without it none is in the object */
const toListedProvider = (
  record: Omit<ProviderRecord, "zips">,
  { withPersonal }: { withPersonal: boolean },
): Omit<ApiProvider, "service_area_zips"> => ({
  id: record.id,
  version: record.version,
  company_name: record.companyName,
  verification_status: record.status,
  verified_until: formatOptionalInstant(record.verifiedUntil),
  business_city: record.city,
  business_state: record.state,
  business_zip: record.zip,
  service_categories: record.categories,
  reputation: record.reputation,
  jobs_completed: record.jobsCompleted,
  is_demo: record.isDemo,
  created_at: formatInstant(record.createdAt),
  ...(withPersonal && {
    personal: {
      contact_name: record.contactName,
      phone: record.phone,
      contact_email: record.contactEmail,
      business_address: record.address,
    },
  }),
});

const toApiProvider = (
  record: ProviderRecord,
  options: { withPersonal: boolean },
): ApiProvider => ({ ...toListedProvider(record, options), service_area_zips: record.zips });

async function readOne(context: OperationContext, id: string): Promise<OperationResult> {
  const record = await getProviderRecord(context.app.db, id);
  if (!record) return NOT_FOUND;
  const body = toApiProvider(record, { withPersonal: hasScope(context, PERSONAL) });
  return { ok: true, body, version: record.version };
}

export const listProviders = defineOperation({
  id: "listProviders",
  method: "get",
  path: "/providers",
  tag: "Providers",
  summary: "List providers",
  description: "The newest first. The area is a number here; read one provider for its ZIP codes.",
  scope: "providers:read",
  personalScope: PERSONAL,
  params: noInput,
  query: providerListQuery,
  response: {
    status: 200,
    description: "One page of providers.",
    schema: providerListSchema,
    withoutPersonal: providerListWithoutPersonal,
  },
  problems: [],
  async run(context, { query: { status, zip, limit, cursor } }) {
    const { records, next } = await listProviderRecords(context.app.db, {
      status,
      zip,
      after: parseCursor(cursor),
      limit,
    });
    const withPersonal = hasScope(context, PERSONAL);
    return {
      ok: true,
      body: {
        data: records.map((record) => ({
          ...toListedProvider(record, { withPersonal }),
          service_area_size: record.areaSize,
        })),
        next_cursor: formatNext(next),
      },
    };
  },
});

export const getProvider = defineOperation({
  id: "getProvider",
  method: "get",
  path: "/providers/{id}",
  tag: "Providers",
  summary: "Read a provider",
  description: "The ETag of the response is what a change needs as If-Match.",
  scope: "providers:read",
  personalScope: PERSONAL,
  params: idParams("provider"),
  query: noInput,
  response: {
    status: 200,
    description: "The provider.",
    schema: providerSchema,
    withoutPersonal: providerWithoutPersonal,
    hasEtag: true,
  },
  problems: ["not-found"],
  getTarget: ({ id }) => id,
  run: (context, { params }) => readOne(context, params.id),
});

export const updateProvider = defineOperation({
  id: "updateProvider",
  method: "patch",
  path: "/providers/{id}",
  tag: "Providers",
  summary: "Change the profile of a provider",
  description:
    "Only the fields that are sent, with the checks of the staff form. Verification needs evidence and credits a ledger, so neither can be changed here.",
  scope: "providers:write",
  personalScope: PERSONAL,
  params: idParams("provider"),
  query: noInput,
  body: providerChangeSchema,
  needsVersion: true,
  response: {
    status: 200,
    description: "The provider after the change.",
    schema: providerSchema,
    withoutPersonal: providerWithoutPersonal,
    hasEtag: true,
  },
  problems: ["not-found", "still-running", "version-changed"],
  getTarget: ({ id }) => id,
  async run(context, { params: { id }, body: changes, version }) {
    if (!hasScope(context, PERSONAL) && PERSONAL_CHANGES.some((field) => field in changes))
      return fail(
        "missing-scope",
        `This key lacks the scope ${PERSONAL}, which contact data needs.`,
        {
          scope: PERSONAL,
        },
      );
    const { timeZone } = await context.app.settings.get();
    const result = await changeProfile(context.action, { id, version, changes, timeZone });
    if (result.ok) return readOne(context, id);
    if (result.reason === "not-found") return NOT_FOUND;
    if (result.reason !== "fields")
      return fail("version-changed", "The provider has changed since. Read it again.");
    const errors = Object.entries(result.errors).map(([field, detail]) => ({
      at: `/${field}`,
      detail,
    }));
    return fail("invalid-input", errors[0]?.detail ?? "The profile is invalid.", { errors });
  },
  replay: (context, { params }) => readOne(context, params.id),
  example: { business_city: "Decatur", service_area_zips: ["30030", "30032"] },
});
