/** The parts of the portal that run on a server; the web app is in a release as it was built. */
const WORKSPACES = ['packages/*', 'apps/server'];
const SCRIPTS = ['start', 'portal', 'build'];

const INCLUDED = [
  /^([A-Z_]+(\.md)?|\.npmrc|\.dockerignore|\.env\.example)$/,
  /^(apps\/server|packages)\//,
  /^docs\//,
  /^ops\/([^/]+|ha\/[^/]+\.(cfg|conf|env|ini|yml))$/,
  /^scripts\/(start|portal|build)\.mjs$/,
  /^scripts\/lib\/(build-web|install|paths|run|server)\.mjs$/,
  /^scripts\/lib\/node-arguments\.json$/,
];
const TESTS = /\.test\.tsx?$|\/test\//;

/**
 * Whether a file of the repository is in a release as it is.
 * @param {string} path
 */
export const isInRelease = (path) => INCLUDED.some((pattern) => pattern.test(path)) && !TESTS.test(path);

/**
 * A `package.json` of a release: without what is only for development.
 * @param {string} text
 */
export function releaseManifest(text) {
  const manifest = JSON.parse(text);
  delete manifest.devDependencies;
  if (manifest.workspaces !== undefined) {
    const { scripts } = manifest;
    manifest.workspaces = WORKSPACES;
    manifest.scripts = Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]]));
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * @typedef {{ name?: string, version?: string, license?: string, dev?: boolean, link?: boolean, resolved?: string, workspaces?: string[],
 *   devDependencies?: Record<string, string>, dependencies?: Record<string, string> }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

const isWorkspace = (/** @type {string} */ path) => /^(packages\/[^/]+|apps\/server)$/.test(path);

/**
 * The `package-lock.json` of a release: the same versions, without what is only for development.
 * @param {string} text
 */
export function releaseLock(text) {
  const lock = JSON.parse(text);
  /** @type {LockedPackages} */
  const packages = lock.packages;
  const kept = Object.entries(packages).filter(([path, { dev, link, resolved = '' }]) => {
    if (path === '' || isWorkspace(path)) return true;
    if (link === true) return isWorkspace(resolved);
    return path.includes('node_modules/') && dev !== true;
  });
  lock.packages = Object.fromEntries(kept);
  for (const entry of Object.values(lock.packages)) delete entry.devDependencies;
  lock.packages[''].workspaces = WORKSPACES;
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/**
 * A `package.json` or `package-lock.json` with another version of the portal.
 * @param {string} text
 * @param {string} version
 */
export function withVersion(text, version) {
  const manifest = JSON.parse(text);
  for (const entry of [manifest, ...Object.values(manifest.packages ?? {})]) {
    if (
      entry.version !== undefined &&
      (entry === manifest || /^@portal\/|^medical-portal$/.test(entry.name ?? ''))
    )
      entry.version = version;
    for (const dependencies of [entry.dependencies, entry.devDependencies])
      for (const name of Object.keys(dependencies ?? {}))
        if (name.startsWith('@portal/')) dependencies[name] = version;
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
