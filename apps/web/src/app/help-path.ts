import { PATIENT_TABS } from './patient-tabs.ts';
import { pageFor } from './routes/areas.ts';

/**
 * The guide page for the screen at this address, or else for the nearest path above it, or else the contents of the guide. A tab of
 * the patient page has its own.
 */
export function helpPathFor(pathname: string, search = ''): string {
  const tabId = /^\/patients\/[^/]+$/.test(pathname) ? new URLSearchParams(search).get('tab') : null;
  const tab = PATIENT_TABS.find(({ id }) => id === tabId);
  if (tab !== undefined) return `/help/${tab.help}`;
  for (let path = pathname; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const help = pageFor(path)?.help;
    if (help !== undefined) return `/help/${help}`;
  }
  return '/help';
}
