import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import type { CurrentUser } from '@portal/contract/session';
import type { User } from '@portal/contract/users';

/** A signed-in user. Every field can be overridden. */
export function aUser(change: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    username: 'jdoe',
    email: 'jdoe@practice.example',
    firstName: 'Jane',
    lastName: 'Doe',
    title: null,
    employeeId: '',
    hireDate: '',
    isActive: true,
    roles: ['Staff'],
    mustChangePassword: false,
    twoFactorDueAt: null,
    mustSetUpTwoFactor: false,
    preferences: DEFAULT_PREFERENCES,
    ...change,
  };
}

/** A test user as the server returns it; override any field. */
export function aListedUser(change: Partial<User> = {}): User {
  const username = change.username ?? 'asmith';
  return {
    id: '22222222-2222-4222-8222-222222222222',
    userName: username,
    username,
    email: `${username}@practice.example`,
    emailConfirmed: true,
    firstName: 'Ann',
    lastName: 'Smith',
    title: null,
    npi: null,
    supervisorId: null,
    supervisor: null,
    employeeId: '',
    isActive: true,
    lastLoginDate: null,
    hireDate: null,
    officeId: null,
    office: null,
    roles: ['Staff'],
    mustChangePassword: false,
    secondFactorEnabled: false,
    clockedInSince: null,
    isSlowedDown: false,
    createdAt: '2026-01-01T00:00:00Z',
    version: 3,
    ...change,
  };
}

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

/** A token with these claims, valid for an hour by default. The browser does not check the signature. */
export function aToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return `${part({ alg: 'HS256' })}.${part({ exp, UserId: aUser().id, unique_name: 'jdoe', ...claims })}.signature`;
}
