import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MOST_WORDS = { chapter: 4500, decision: 420 };
/** The files of the area that CONTRIBUTING.md takes as an example. */
const EXAMPLE = /\brooms?[./-]|\bRoom|_rooms\./;

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** The guide has its own test: its links are followed in the portal. */
const chapters = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter(
  (path) => !path.startsWith('docs/guide/'),
);
const records = globSync('docs/decisions/*.md', { cwd: ROOT });
const sources = globSync('{apps,packages,e2e,bench,ops,scripts}/**/*.{ts,tsx,mjs,sql,sh,service}', {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(path),
});

/** The anchors of a page, as GitHub creates them. */
function anchorsOf(path: string): string[] {
  const slugger = new GithubSlugger();
  const headings = textOf(path).matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = '']) => slugger.slug(heading.replaceAll(/[*`]/g, '')));
}

/** Whether a link of a page leads to a file of the repository, and to a heading of it if it names one. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  return existsSync(join(ROOT, file)) && (anchor === undefined || anchorsOf(file).includes(anchor));
}

const mostWordsOf = (path: string) => (records.includes(path) ? MOST_WORDS.decision : MOST_WORDS.chapter);

describe('the documentation', () => {
  it('links only to files and headings that exist', () => {
    const broken = chapters.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)]*)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('shows only pictures that exist, each with a description, and no picture is left over', () => {
    const shown = chapters.flatMap((page) =>
      [...textOf(page).matchAll(/(?:\[[^\]]+\]\(|src(?:set)?=")([^)"]+\.(?:webp|png))/g)].map(
        ([, target = '']) => join(dirname(page), target),
      ),
    );
    expect([...new Set(shown)].toSorted()).toEqual(globSync('docs/images/*', { cwd: ROOT }).toSorted());
    const nameless = chapters.filter((page) => /!\[\]\(|<img (?![^>]*alt="[^"])/.test(textOf(page)));
    expect(nameless).toEqual([]);
  });

  it('is named in code and text only by files that exist', () => {
    const numbered = records.map((path) => path.slice(0, 'docs/decisions/0001'.length));
    const wrong = [...chapters, ...sources].flatMap((file) =>
      [...textOf(file).matchAll(/\bdocs\/(?:decisions\/\d{4}|[\w/-]+\.md)/g)]
        .map(([named]) => named)
        .filter(
          (named) => !EXAMPLE.test(named) && !(numbered.includes(named) || existsSync(join(ROOT, named))),
        )
        .map((named) => `${file}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names only decisions that exist', () => {
    const numbers = new Set(records.map((path) => basename(path).slice(0, 4)));
    const wrong = chapters.flatMap((page) =>
      [...textOf(page).matchAll(/(?<![\w.-])00\d{2}(?![\w-])/g)]
        .filter(([number]) => !numbers.has(number))
        .map(([number]) => `${page}: ${number}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has chapters of at most 4,500 words, and decisions of half a page', () => {
    const long = chapters.filter((path) => textOf(path).split(/\s+/).length > mostWordsOf(path));
    expect(long).toEqual([]);
  });

  it('names only source files that exist', () => {
    const files = [...sources, ...globSync('*.{ts,mjs}', { cwd: ROOT })].map((path) => `/${path}`);
    const wrong = chapters.flatMap((page) =>
      [...textOf(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !EXAMPLE.test(name) && !files.some((path) => path.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names only parts of the code that exist', () => {
    const words = new Set(
      [...sources, 'tsconfig.json'].flatMap((path) => textOf(path).match(/[a-z]\w*[A-Z]\w*/g) ?? []),
    );
    const wrong = chapters.flatMap((page) =>
      [...textOf(page).matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !words.has(name))
        .map((name) => `${page}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('describes each room of the web app once', () => {
    const table = textOf('docs/architecture.md').matchAll(/^\| `(apps\/web\/src\/[\w-]+)/gm);
    const described = [...table].map(([, room = '']) => room);
    const folders = globSync('apps/web/src/*/', { cwd: ROOT }).map((path) => path.replace(/\/$/, ''));
    expect(described.toSorted()).toEqual(folders.toSorted());
  });
});
