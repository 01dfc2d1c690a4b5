import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOC_PICTURES } from '../support/doc-pictures.ts';
import { listProblems } from '../support/list-measure.ts';
import { DESKTOP, PHONE, visit } from '../support/page.ts';
import { atRest, inStudio, saveWebp, THEMES, type Studio } from '../support/pictures.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { SIGNED_OUT } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';

/** `npm run pictures` says with these which pictures to take, and whether it only checks. */
const words = (process.env['PICTURES'] ?? '').split(' ').filter((word) => word !== '');
const isCheck = process.env['PICTURES_CHECK'] !== undefined;
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/pictures');
const SIZES = [DESKTOP, { width: 1024, height: 768 }, PHONE] as const;
const slug = (screen: string) =>
  screen.replaceAll(/[^a-z\d]+/gi, '-').replaceAll(/^-|-$/g, '') || 'dashboard';

/** Whether the address of a screen is one of a page, whose placeholders begin with a colon. */
const shows = (path: string) => {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:\\?|$)`);
  return (screen: string) => pattern.test(screen);
};

// Each test has its own portal instead of the worker's.
test.use({ baseURL: undefined, storageState: SIGNED_OUT, screenshot: 'off' });

test('every page of the portal is in the manifest of pictures', () => {
  const routes = join(ROOT, 'apps/web/src/app/routes');
  const pages = globSync('*.{ts,tsx}', { cwd: routes }).flatMap((name) =>
    [...readFileSync(join(routes, name), 'utf8').matchAll(/\bpage\(\s*'([^']+)'/g)].map(
      ([, path = '']) => path,
    ),
  );
  const screens = Object.values(SCREENS).flat();
  expect(pages.filter((path) => !screens.some(shows(path)))).toEqual([]);
  expect(pages.length).toBeGreaterThan(50);
});

test.describe('pictures', { tag: '@pictures' }, () => {
  test.describe.configure({ mode: 'parallel', timeout: 600_000 });
  for (const [area, all] of Object.entries({ ...SCREENS, 'signed out': ['/login'] })) {
    const screens = all.filter((screen) => isChosen(`${area} ${screen} ${slug(screen)}`));
    if (screens.length === 0) continue;
    test(area, async ({ browser }) => {
      await inStudio(browser, async (studio) => {
        const records = await recordsToShow(studio.api);
        for (const viewport of SIZES) {
          const page = await studio.open(area === 'signed out' ? null : 'superadmin', { viewport });
          await page.goto('/');
          for (const screen of screens) {
            await visit(page, addressOf(screen, records));
            const name = `${slug(screen)}-${viewport.width}`;
            for (const theme of THEMES) {
              await page.emulateMedia({ colorScheme: theme });
              await atRest(page);
              await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) });
            }
            await report(name, await listProblems(page));
          }
          await page.context().close();
        }
      });
    });
  }

  const chosen = DOC_PICTURES.filter(({ path }) => isChosen(path));
  if (chosen.length > 0)
    test('docs', async ({ browser }) => {
      await inStudio(browser, async (studio) => {
        const records = await recordsToShow(studio.api);
        for (const picture of chosen) await takeDocPicture(studio, records, picture);
      });
    });
});

async function takeDocPicture(
  studio: Studio,
  records: ReadonlyMap<string, string>,
  { path, account, screen, viewport, theme = 'light', prepare }: (typeof DOC_PICTURES)[number],
): Promise<void> {
  const page = await studio.open(account, { viewport, colorScheme: theme });
  await page.goto(addressOf(screen, records));
  await atRest(page);
  const part = await prepare?.(page);
  await atRest(page);
  // A check changes nothing in the repository.
  const size = await saveWebp(page, join(isCheck ? FOLDER : ROOT, path), part ?? {});
  if (!isCheck) await noteSize(path, size);
  await page.context().close();
}

/** The guide says how large its pictures are. */
async function noteSize(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  const [, name] = /^docs\/guide\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return;
  for (const page of globSync('docs/guide/*.md', { cwd: ROOT })) {
    const text = await readFile(join(ROOT, page), 'utf8');
    const noted = text.replace(new RegExp(`\\(${name}#\\d+x\\d+\\)`), `(${name}#${width}x${height})`);
    if (noted !== text) await writeFile(join(ROOT, page), noted);
  }
}

/** Leaves the problems of a picture for the table of `npm run pictures`. */
async function report(name: string, problems: readonly string[]): Promise<void> {
  if (problems.length === 0) return;
  await mkdir(join(FOLDER, 'problems'), { recursive: true });
  await writeFile(join(FOLDER, 'problems', `${name}.json`), JSON.stringify(problems));
}
