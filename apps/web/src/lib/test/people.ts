import type { CurrentUser } from '@portal/contract/session';

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
    preferences: {
      theme: 'system',
      landingPage: '/',
      pageSize: 20,
      letterShortcuts: true,
      mutedNotifications: [],
    },
    ...change,
  };
}

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

/** A token with these claims, valid for an hour by default. The browser does not check the signature. */
export function aToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return `${part({ alg: 'HS256' })}.${part({ exp, UserId: aUser().id, unique_name: 'jdoe', ...claims })}.signature`;
}
