import { ProfilePage } from '#features/profile/ProfilePage.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { openPages } from './pages.ts';

/** The profile; any page that the user may open can be the landing page. */
export function ProfileRoute() {
  const { passes } = useAccess();
  return (
    <ProfilePage landingPages={openPages(passes).map(({ path, title }) => ({ value: path, label: title }))} />
  );
}
