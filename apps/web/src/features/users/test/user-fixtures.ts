import type { Role, Title } from '@portal/contract/users';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';

const roleNames = [
  'SuperAdmin',
  'Admin',
  'ProviderPhysician',
  'ProviderMidLevel',
  'MedicalAssistant',
  'Staff',
] as const;

/** Roles as the server lists them to a SuperAdmin; IDs end with their index. */
export const ROLES: readonly Role[] = roleNames.map((name, index) => ({
  id: `55555555-5555-4555-8555-00000000000${index}`,
  name,
  description: `About ${name}`,
}));

/** The ID of a role. */
export const roleId = (name: (typeof roleNames)[number]): string =>
  ROLES.find((role) => role.name === name)?.id ?? '';

export const TITLES: readonly Title[] = [
  { id: '66666666-6666-4666-8666-000000000001', code: 'MD', description: 'Doctor of Medicine' },
  { id: '66666666-6666-4666-8666-000000000002', code: 'DO', description: 'Doctor of Osteopathic Medicine' },
];

export const OFFICE = { id: '77777777-7777-4777-8777-000000000001', name: 'Harbor Clinic' };

export const PHYSICIANS = [
  {
    id: '88888888-8888-4888-8888-000000000001',
    userName: 'lmoore',
    username: 'lmoore',
    firstName: 'Lisa',
    lastName: 'Moore',
    title: 'MD',
    roles: ['ProviderPhysician'],
  },
];

/** The signed-in administrators of these tests; both have the ID of `aUser`. */
export const ADMIN = aUser({ roles: ['Admin'] });
export const SUPER_ADMIN = aUser({ roles: ['SuperAdmin'] });

/** Adds the responses that every screen of this area needs, except users. */
export function withChoices(server: FakeServer): FakeServer {
  const office = {
    ...OFFICE,
    address: '1 Main Street',
    city: 'Baltimore',
    state: 'MD',
    zipCode: '21201',
    phone: '4105550100',
    fax: null,
    npi: null,
    superAdminOnly: false,
    isSurgeryCenter: false,
    isActive: true,
    version: 1,
  };
  server.on('GET /user/roles', { body: ROLES });
  server.on('GET /admin/title/active', { body: TITLES });
  server.on('GET /office', { body: [office] });
  server.on('GET /user/providers', { body: PHYSICIANS });
  return server;
}
