import type { Insertable } from 'kysely';
import type { OfficesTable } from '@portal/server/db/schema';

/** The name of the demo practice, and of its main office. */
export const DEMO_PRACTICE = 'Harborview Spine & Pain';

/** The demo practice’s three offices. One is a surgery center. */
export const DEMO_OFFICES: readonly Insertable<OfficesTable>[] = [
  {
    name: DEMO_PRACTICE,
    address: '1420 Marine Drive, Suite 300',
    city: 'Baltimore',
    state: 'MD',
    zip_code: '21224',
    phone: '4105550142',
    fax: '4105550143',
  },
  {
    name: 'Harborview Annapolis',
    address: '77 West Street',
    city: 'Annapolis',
    state: 'MD',
    zip_code: '21401-2417',
    phone: '4105550177212',
    fax: null,
  },
  {
    name: 'Chesapeake Surgery Center',
    address: '5 Medical Park Way',
    city: 'Columbia',
    state: 'MD',
    zip_code: '21044',
    phone: '14105550160',
    fax: '4105550161',
    is_surgery_center: true,
  },
];
