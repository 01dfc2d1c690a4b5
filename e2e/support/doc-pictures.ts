import type { Locator, Page } from '@playwright/test';
import type { Theme } from './pictures.ts';
import type { DemoAccount } from './signed-in.ts';

/** A picture in the documentation. Its size is also in the guide’s text that shows it. */
interface DocPicture {
  /** From the root of the repository. */
  readonly path: string;
  readonly account: DemoAccount;
  readonly screen: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme?: Theme;
  /** Brings the page into the state of the picture. Returns the part to show, with room around it, unless it is the whole page. */
  readonly prepare?: (page: Page) => Promise<{ readonly of: Locator; readonly room?: number } | undefined>;
}

const THEMES = ['light', 'dark'] as const;
const README_SIZE = { width: 1440, height: 900 };

const README_PICTURES = THEMES.flatMap((theme): DocPicture[] => {
  const of = (name: string) => ({
    path: `docs/images/${name}-${theme}.webp`,
    viewport: README_SIZE,
    theme,
  });
  return [
    { ...of('dashboard'), account: 'physician', screen: '/' },
    {
      ...of('dictation-editor'),
      account: 'physician',
      screen: '/dictations/:open/edit',
    },
    { ...of('charges'), account: 'admin', screen: '/charges' },
  ];
});

/** A picture of the guide shows the page without the menu around it, or a part of it. */
const guide = (
  name: string,
  height: number,
  picture: Pick<DocPicture, 'account' | 'screen' | 'prepare'>,
): DocPicture => ({
  path: `docs/guide/images/${name}.webp`,
  viewport: { width: 1280, height },
  prepare: async (page) => ({ of: page.getByRole('main') }),
  ...picture,
});

const GUIDE_PICTURES: readonly DocPicture[] = [
  guide('dashboard', 720, { account: 'staff', screen: '/', prepare: async () => undefined }),
  guide('patients', 560, { account: 'staff', screen: '/patients' }),
  guide('messages', 600, { account: 'staff', screen: '/messages' }),
  guide('timecard', 440, { account: 'physician', screen: '/timecard' }),
  guide('dictation-session', 860, { account: 'physician', screen: '/dictations' }),
  guide('dictation-editor', 860, { account: 'physician', screen: '/dictations/:open/edit' }),
  guide('pending-dictations', 1400, {
    account: 'physician',
    screen: '/dictations',
    prepare: async (page) => ({ of: page.getByRole('region', { name: 'Pending Dictations' }), room: 8 }),
  }),
  guide('template-builder', 800, {
    account: 'admin',
    screen: '/admin/templates/:template/edit',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'Sections and Fields' }).evaluate((title) => {
        title.style.scrollMarginTop = '80px';
        title.scrollIntoView();
      });
      return { of: page.getByRole('main') };
    },
  }),
  guide('permission-override', 800, {
    account: 'superadmin',
    screen: '/admin/permissions/users/:overridden',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Override Order.Create' }).click();
      return { of: page.getByRole('dialog') };
    },
  }),
];

/** All pictures of the README, the user guide and the description of the design. */
export const DOC_PICTURES: readonly DocPicture[] = [...README_PICTURES, ...GUIDE_PICTURES];
