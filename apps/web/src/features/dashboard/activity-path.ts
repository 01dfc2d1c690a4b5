import type { Activity } from '@portal/contract/dashboard';

/** The page of each kind of record that an activity can be about; `:id` is its id. */
const PAGES: Readonly<Record<string, string>> = {
  User: '/users/:id',
  Patient: '/patients/:id',
  Office: '/offices/:id/edit',
  OfficeIpWhitelist: '/offices/:id/ip-whitelist',
  MedicalOrder: '/orders/:id',
  PhoneMessage: '/messages/:id',
  Document: '/documents/:id',
  Dictation: '/dictations/:id',
  PillCount: '/pill-count/:id',
  Template: '/admin/templates/:id/preview',
  LocationHeader: '/admin/location-headers/:id/edit',
  BillingCode: '/admin/billing-codes',
  Title: '/admin/titles',
  TemplateCategory: '/admin/templates',
  Timecard: '/timecard/reports',
};

/** The page of the record that an activity is about; undefined if there is none. */
export function activityPath({ entityType, entityId }: Activity): string | undefined {
  const page = Object.hasOwn(PAGES, entityType) ? PAGES[entityType] : undefined;
  return page?.includes(':id') === true && entityId === null
    ? undefined
    : page?.replace(':id', entityId ?? '');
}
