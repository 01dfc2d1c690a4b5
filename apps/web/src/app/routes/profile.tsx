import { type Guard, signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { type OpenPage, page } from './page.ts';

/** The user's own profile, opened from the account menu; any page that the user may open can be the landing page. */
export const profileRoutes = (
  openPages: (passes: (guard: Guard) => boolean) => OpenPage[],
): RouteObject[] => [
  page('/profile', {
    title: 'Profile',
    help: 'my-profile',
    guard: signedIn,
    load: async () => {
      const { ProfilePage } = await import('#features/profile/ProfilePage.tsx');
      return function ProfileRoute() {
        const { passes } = useAccess();
        const pages = openPages(passes).map(({ path, title }) => ({ value: path, label: title }));
        return <ProfilePage landingPages={pages} />;
      };
    },
  }),
  page('/profile/shortcuts', {
    title: 'My Text Shortcuts',
    help: 'text-shortcuts',
    guard: signedIn,
    load: async () => (await import('#features/shortcuts/MyShortcutsPage.tsx')).MyShortcutsPage,
  }),
];
