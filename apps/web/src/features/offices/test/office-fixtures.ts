import type { IpWhitelistEntry, Office } from '@portal/contract/offices';

/** A test office as returned to its managers; override any field. */
export function anOffice(change: Partial<Office> = {}): Office {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Main Street',
    address: '1 Main Street',
    city: 'Reston',
    state: 'VA',
    zipCode: '20190',
    phone: '555123456789',
    fax: null,
    npi: null,
    superAdminOnly: false,
    isSurgeryCenter: false,
    isActive: true,
    userCount: 0,
    ipWhitelists: [],
    version: 4,
    ...change,
  };
}

/** A test whitelist entry without expiration; override any field. */
export function anEntry(change: Partial<IpWhitelistEntry> = {}): IpWhitelistEntry {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    ipAddress: '203.0.113.7',
    description: 'Front desk',
    expiresAt: null,
    createdAt: '2026-01-05T15:00:00.000Z',
    version: 1,
    ...change,
  };
}
