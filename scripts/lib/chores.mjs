import { keyOf } from './sbom.mjs';

/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */
/** @typedef {{ components: { purl: string }[] }} Sbom */
/** @typedef {{ name: string, version: string, newest: string, months: number | null, license: string, why: string }} Row */

/**
 * The packages that our own manifests name, by name with their pinned version. Our own packages are left out.
 * @param {Manifest[]} manifests
 * @returns {Map<string, string>}
 */
export function directPackages(manifests) {
  const all = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...optionalDependencies, ...devDependencies, ...dependencies }),
  );
  return new Map(
    all.filter(([name]) => !name.startsWith('@portal/')).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * What changed between two SBOMs (CycloneDX), by name and version.
 * @param {Sbom} before
 * @param {Sbom} after
 * @returns {string[]}
 */
export function sbomChanges(before, after) {
  const [old, now] = [versionsOf(before), versionsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (from === to) return [];
    if (from === undefined) return [`added ${name} ${to}`];
    return [to === undefined ? `removed ${name} ${from}` : `changed ${name} ${from} → ${to}`];
  });
}

/** @param {Sbom} sbom */
function versionsOf({ components }) {
  /** @type {Map<string, string>} */
  const versions = new Map();
  for (const key of components.map(keyOf).toSorted()) {
    const at = key.lastIndexOf('@');
    const [name, version] = [key.slice(0, at), key.slice(at + 1)];
    const known = versions.get(name);
    versions.set(name, known === undefined ? version : `${known}, ${version}`);
  }
  return versions;
}

/**
 * Full months from one moment to another.
 * @param {Date} from
 * @param {Date} to
 */
export const monthsBetween = (from, to) => Math.floor((to.getTime() - from.getTime()) / (86_400_000 * 30.44));

/**
 * A table in Markdown.
 * @param {Row[]} rows
 */
export const tableOf = (rows) =>
  [
    '| name | version | newest | months old | license | why |',
    '| - | - | - | -: | - | - |',
    ...rows.map(
      ({ name, version, newest, months, license, why }) =>
        `| ${name} | ${version} | ${newest === version ? '' : newest} | ${months ?? '?'} | ${license} | ${why} |`,
    ),
  ].join('\n');
