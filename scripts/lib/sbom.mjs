import { createHash } from 'node:crypto';

/**
 * @typedef {{ name: string, value: string }} Property
 * @typedef {{ 'bom-ref': string, purl: string, name: string, version: string, scope?: string, properties?: Property[], licenses?: unknown[] }} Component
 * @typedef {{ serialNumber: string, metadata: { timestamp: string, component: Component }, components: Component[],
 *   dependencies: { ref: string, dependsOn: string[] }[] }} Bom
 * @typedef {import('./licenses.mjs').License} License
 */

const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * npm’s CycloneDX list of all packages, limited to those of a release. Its number and time are those of the release, so that it is
 * the same for the same commit.
 * @param {Bom} bom
 * @param {{ keys: ReadonlySet<string>, licenses: readonly License[], seconds: string, version: string }} release `keys`: `name@version`
 * of what a release contains
 */
export function componentsOf(bom, { keys, licenses, seconds, version }) {
  const names = new Map(licenses.map((each) => [`${each.name}@${each.version}`, each.license]));
  const components = bom.components
    .filter((each) => keys.has(keyOf(each)))
    .map(({ properties = [], ...each }) => ({
      ...each,
      // What npm calls development is part of the web app as it was built.
      scope: properties.some(({ name }) => name === DEVELOPMENT) ? 'required' : each.scope,
      properties: properties.filter(({ name }) => name !== DEVELOPMENT),
      licenses: each.licenses ?? [{ license: { name: names.get(keyOf(each)) ?? 'unknown' } }],
    }))
    .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const { component } = bom.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...bom,
    serialNumber: serialNumber(`${version} ${seconds} ${[...refs].join(' ')}`),
    metadata: {
      ...bom.metadata,
      timestamp: new Date(Number(seconds) * 1000).toISOString(),
      component: { ...component, type: 'application', name: 'medical-portal' },
    },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => refs.has(each)).toSorted(),
      }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

/** The package’s name with its scope, which npm only writes into the address, and its version. */
export const keyOf = (/** @type {Pick<Component, 'purl'>} */ { purl }) =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, ''));

/** A UUID (version 8, RFC 9562) made of the text. */
function serialNumber(/** @type {string} */ text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
