/** Guide pages by the path of the screens they describe; the longest matching path counts. */
const PAGES: Readonly<Record<string, string>> = {
  '/admin/billing-codes': 'billing-codes',
  '/admin/dictations': 'dictations#dictation-management',
  '/admin/location-headers': 'templates#location-headers',
  '/admin/permissions': 'permissions',
  '/admin/permissions/audit': 'permissions#permission-audit',
  '/admin/permissions/bulk-assign': 'permissions#several-users-at-once',
  '/admin/permissions/users': 'permissions#role-exceptions',
  '/admin/templates': 'templates',
  '/admin/titles': 'users-and-offices#titles',
  '/audit-logs': 'audit-logs',
  '/dictations': 'dictations',
  '/dictations/new': 'writing-dictations',
  '/documents': 'documents',
  '/messages': 'messages',
  '/offices': 'users-and-offices#offices',
  '/orders': 'orders',
  '/patients': 'patients',
  '/pill-count': 'pill-counts',
  '/profile': 'my-profile',
  '/timecard': 'timecards',
  '/timecard/reports': 'timecards#reports-for-managers',
  '/timecard/schedules': 'timecards#schedules',
  '/users': 'users-and-offices',
};

/** The help page that fits the screen at this path: its guide page, or else the contents of the guide. */
export function helpPathFor(pathname: string): string {
  if (pathname === '/') return '/help/getting-started#the-dashboard';
  if (/^\/dictations\/[^/]+\/edit$/.test(pathname)) return '/help/writing-dictations';
  const [path] = Object.keys(PAGES)
    .filter((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.length - a.length);
  return path === undefined ? '/help' : `/help/${PAGES[path]}`;
}
