import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const GUIDE = join(ROOT, 'docs/guide');
const INDEX = 'README.md';

const textOf = (path: string) => readFileSync(path, 'utf8');
const pages = new Map(
  globSync('*.md', { cwd: GUIDE }).map((name) => [name, textOf(join(GUIDE, name))] as const),
);
const images = globSync('images/*', { cwd: GUIDE });

/** The anchors of a page, as GitHub and the portal create them. */
function anchorsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = markdown.matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => slugger.slug(heading.replaceAll(/[*`]/g, ''))));
}

/** The targets of all matches of a pattern with one group, with their page. */
const targets = (pattern: RegExp) =>
  [...pages].flatMap(([page, text]) =>
    [...text.matchAll(pattern)].map(([, target = '']) => ({ page, target })),
  );
const links = targets(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g);
const pictures = targets(/!\[[^\]]*\]\(([^)]*)\)/g);

/** Width and height in pixels, "1040x460", from the header of an extended WebP file. */
const webpSize = (bytes: Buffer): string => `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;

/** Labels that the screens put together from parts. */
const COMPOSED = new Set([
  'Mark as Scheduled',
  'Mark as In Progress',
  'Mark as Completed',
  'Save & Next Patient',
  'Sign & Next Patient',
  'Save & Next Pending',
  'Sign & Next Pending',
  'Use LT',
  'Use RT',
]);

describe('the user guide', () => {
  it('links only to pages and sections that exist', () => {
    const broken = links.filter(({ page, target }) => {
      const [path = '', anchor] = target.split('#');
      const text = pages.get(path === '' ? page : path);
      return text === undefined || (anchor !== undefined && !anchorsOf(text).has(anchor));
    });
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(pages.size);
  });

  it('contains no bare addresses, which would become links that leave the portal', () => {
    expect(targets(/((?:https?:\/\/|mailto:|www\.)\S+|[\w.+-]+@[\w-]+\.\w+)/g)).toEqual([]);
  });

  it('has at most one table in a section, so that the heading can name it', () => {
    const sections = [...pages.values()].flatMap((text) => text.split(/^(?=#{1,3} )/m));
    expect(sections.filter((text) => [...text.matchAll(/^\|(?: -+ \|)+$/gm)].length > 1)).toEqual([]);
  });

  it('lists every page in its index once', () => {
    const listed = links.filter(({ page }) => page === INDEX).map(({ target }) => target);
    expect(listed.toSorted()).toEqual([...pages.keys()].filter((name) => name !== INDEX).toSorted());
  });

  it('shows only images that exist, each with a description and its size, and no image is left over', () => {
    const files = images.map((name) => [name, readFileSync(join(GUIDE, name))] as const);
    expect(pictures.map(({ target }) => target).toSorted()).toEqual(
      files.map(([name, bytes]) => `${name}#${webpSize(bytes)}`).toSorted(),
    );
    expect([...pages.values()].join('\n')).not.toContain('![](');
    expect(files.filter(([, bytes]) => bytes.length > 100_000)).toEqual([]);
  });

  it('starts every page with its only level 1 heading', () => {
    const wrong = [...pages].filter(
      ([, text]) => !text.startsWith('# ') || [...text.matchAll(/^# /gm)].length !== 1,
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('names every event that a webhook can get', () => {
    const named = targets(/`([a-z_]+\.[a-z_]+)`/g).flatMap(({ page, target }) =>
      page === 'webhooks.md' ? [target] : [],
    );
    const groups = textOf(join(ROOT, 'packages/domain/src/activity-event.ts'));
    const events = [...groups.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, event = '']) => event);
    expect(events.length).toBeGreaterThan(50);
    expect(events.filter((event) => !named.includes(event))).toEqual([]);
  });

  it('prints in bold only words that are on a screen', () => {
    const screens = globSync('{apps/web,packages/domain,packages/contract}/src/**/*.{ts,tsx}', { cwd: ROOT })
      .filter((name) => !/\.test\.|\/test\//.test(name))
      .map((name) => textOf(join(ROOT, name)).replaceAll(/\s+/g, ' '))
      .join('\n');
    const unknown = targets(/(?<!\*)\*\*([^*]+)\*\*(?!\*)/g).filter(
      ({ target }) => !screens.includes(target) && !COMPOSED.has(target),
    );
    expect(unknown).toEqual([]);
  });
});
