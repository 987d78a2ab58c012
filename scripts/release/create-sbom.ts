import { randomUUID } from "node:crypto";
import type { RuntimePackage } from "./runtime-packages.ts";

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};
/** One license of SPDX's list, as its identifiers look; anything else is an expression or a name. */
const LICENSE_ID = /^[A-Za-z0-9.+-]+$/;

const getRef = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
const getPackageUrl = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

/**
 * The packages of a release as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). Not by `npm sbom`:
 * it leaves out or adds packages where development needs them as well.
 */
export function createSbom(
  site: { name: string; version: string },
  packages: readonly RuntimePackage[],
): object {
  const refs = new Map(packages.map((each) => [each.path, getRef(each)]));
  // The same version may be installed in two places.
  const components = new Map(packages.map((each) => [getRef(each), buildComponent(each)]));
  const needs = new Map<string, Set<string>>();
  for (const each of packages) {
    const known = needs.get(getRef(each)) ?? new Set();
    for (const path of each.needs) known.add(refs.get(path) ?? "");
    needs.set(getRef(each), known);
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: "application",
        "bom-ref": getRef(site),
        ...site,
        purl: getPackageUrl(site),
      },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] })),
  };
}

function buildComponent(each: RuntimePackage): object {
  const { name, version, license, integrity = "" } = each;
  const [algorithm = "", hash = ""] = integrity.split(" ")[0]?.split(/-(.*)/s) ?? [];
  const alg = ALGORITHMS[algorithm];
  return {
    type: "library",
    "bom-ref": getRef(each),
    name,
    version,
    purl: getPackageUrl(each),
    ...(alg && { hashes: [{ alg, content: Buffer.from(hash, "base64").toString("hex") }] }),
    ...(license && {
      licenses: [LICENSE_ID.test(license) ? { license: { id: license } } : { expression: license }],
    }),
  };
}
