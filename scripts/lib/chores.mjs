/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */
/** @typedef {{ license?: string, link?: boolean, dev?: boolean, version?: string }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lock */
/** @typedef {{ components?: { group?: string, name: string, version?: string }[] }} Sbom */
/** @typedef {{ name: string, version: string, newest: string, months: number | null, license: string, why: string }} Row */

/** Licenses that ask for no more than their notice. Others are named. */
const PERMISSIVE =
  /^(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|Zlib)$/;

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
 * The installed packages whose license is not permissive, by license. `dev` says whether only builds and tests use it.
 * @param {Lock} lock
 * @returns {Map<string, string[]>}
 */
export function namedLicenses({ packages }) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [path, { license = 'none named', link, dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (link || !path.includes('node_modules/') || isPermissive(license)) continue;
    found.set(license, [...(found.get(license) ?? []), dev ? `${name} (development)` : name]);
  }
  return found;
}

/**
 * Whether a license, or one of several to choose from, or all of several, are permissive.
 * @param {string} license
 */
function isPermissive(license) {
  const [isChoice, parts] = [license.includes(' OR '), license.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /)];
  return isChoice
    ? parts.some((part) => PERMISSIVE.test(part))
    : parts.every((part) => PERMISSIVE.test(part));
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
function versionsOf({ components = [] }) {
  /** @type {Map<string, string>} */
  const versions = new Map();
  for (const { group, name, version = '' } of components) {
    const full = group ? `${group}/${name}` : name;
    const known = versions.get(full)?.split(', ') ?? [];
    versions.set(full, [...new Set([...known, version])].toSorted().join(', '));
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
