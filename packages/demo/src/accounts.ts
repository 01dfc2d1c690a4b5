import type { DEMO_USER_NAMES } from '@portal/domain/demo-accounts';
import type { RoleName } from '@portal/domain/roles';

export interface DemoAccount {
  readonly userName: (typeof DEMO_USER_NAMES)[number];
  readonly firstName: string;
  readonly lastName: string;
  readonly role: RoleName;
  readonly title: string | null;
  /** Index into the demo offices, or null. */
  readonly office: number | null;
  readonly hireDate: string;
  readonly employeeId: string;
}

/** One account per role for signing in. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    userName: 'superadmin',
    firstName: 'Margaret',
    lastName: 'Okafor',
    role: 'SuperAdmin',
    title: null,
    office: 0,
    hireDate: '2014-03-03',
    employeeId: 'E-1001',
  },
  {
    userName: 'admin',
    firstName: 'Daniel',
    lastName: 'Reyes',
    role: 'Admin',
    title: null,
    office: 0,
    hireDate: '2016-08-15',
    employeeId: 'E-1002',
  },
  {
    userName: 'physician',
    firstName: 'Priya',
    lastName: 'Raman',
    role: 'ProviderPhysician',
    title: 'MD',
    office: 0,
    hireDate: '2015-01-12',
    employeeId: 'E-1003',
  },
  {
    userName: 'midlevel',
    firstName: 'Thomas',
    lastName: 'Whitaker',
    role: 'ProviderMidLevel',
    title: 'PA-C',
    office: 1,
    hireDate: '2018-06-04',
    employeeId: 'E-1004',
  },
  {
    userName: 'assistant',
    firstName: 'Keisha',
    lastName: 'Boyd',
    role: 'MedicalAssistant',
    title: null,
    office: 1,
    hireDate: '2020-09-21',
    employeeId: 'E-1005',
  },
  {
    userName: 'staff',
    firstName: 'Elena',
    lastName: 'Martinez',
    role: 'Staff',
    title: null,
    office: 0,
    hireDate: '2022-02-07',
    employeeId: 'E-1006',
  },
];

/** Colleagues who complete the practice of twelve. */
export const DEMO_COLLEAGUES: readonly DemoAccount[] = [
  {
    userName: 'jnakamura',
    firstName: 'James',
    lastName: 'Nakamura',
    role: 'ProviderPhysician',
    title: 'DO',
    office: 2,
    hireDate: '2012-05-21',
    employeeId: 'E-1007',
  },
  {
    userName: 'sfitzgerald',
    firstName: 'Siobhan',
    lastName: 'Fitzgerald',
    role: 'ProviderMidLevel',
    title: 'NP',
    office: 0,
    hireDate: '2019-11-11',
    employeeId: 'E-1008',
  },
  {
    userName: 'mobrien',
    firstName: 'Marcus',
    lastName: 'O’Brien',
    role: 'MedicalAssistant',
    title: null,
    office: 2,
    hireDate: '2021-04-19',
    employeeId: 'E-1009',
  },
  {
    userName: 'ljohansson',
    firstName: 'Linnea',
    lastName: 'Johansson',
    role: 'Staff',
    title: null,
    office: 1,
    hireDate: '2023-07-10',
    employeeId: 'E-1010',
  },
  {
    userName: 'cvaldez',
    firstName: 'Carlos',
    lastName: 'Valdez',
    role: 'Staff',
    title: null,
    office: 2,
    hireDate: '2024-01-08',
    employeeId: '',
  },
  {
    userName: 'rgreenberg',
    firstName: 'Ruth',
    lastName: 'Greenberg',
    role: 'Admin',
    title: null,
    office: null,
    hireDate: '2011-10-03',
    employeeId: 'E-1012',
  },
];
