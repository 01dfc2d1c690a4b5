import type { ResultOf } from '@portal/contract/endpoint';
import type { Passkey } from '@portal/contract/passkeys';
import type { CurrentUser, sessions } from '@portal/contract/session';
import type { User, userProfile } from '@portal/contract/users';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { showPage } from '#lib/test/show-page.tsx';
import type { Factors } from '#pickers/proof/ProofForm.tsx';
import { ProfilePage } from '../ProfilePage.tsx';

type Profile = ResultOf<typeof userProfile>;
type Session = ResultOf<typeof sessions>[number];

/** A test account as the server returns it; override any field. */
const anAccount = (change: Partial<User> = {}): User => ({
  id: aUser().id,
  userName: 'jdoe',
  username: 'jdoe',
  email: 'jdoe@practice.example',
  emailConfirmed: true,
  firstName: 'Jane',
  lastName: 'Doe',
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
});

interface ProfileChange extends Partial<Omit<Profile, 'user'>> {
  readonly user?: Partial<User>;
}

/** A test profile as the server returns it; override any field. */
export const aProfile = ({ user, ...change }: ProfileChange = {}): Profile => ({
  user: anAccount(user),
  preferences: aUser().preferences,
  permissions: [],
  recoveryCodesLeft: 0,
  twoFactorRequired: false,
  ...change,
});

/** The factors of a user with an authenticator app or none, at the address of this page. */
export const someFactors = (hasApp: boolean): Factors => ({
  hasApp,
  passkeys: [],
  passkeyAddress: globalThis.location.origin,
});

/** A test passkey; override any field. */
export const aPasskey = (change: Partial<Passkey> = {}): Passkey => ({
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Front desk',
  createdAt: '2026-11-20T15:00:00.000Z',
  lastUsedAt: null,
  isBackedUp: false,
  ...change,
});

/** A test session from Chrome on Windows; override any field. */
export const aSession = (change: Partial<Session> = {}): Session => ({
  id: '22222222-2222-4222-8222-222222222222',
  isCurrent: false,
  createdAt: '2026-11-20T15:00:00.000Z',
  lastActivityAt: '2026-11-21T15:00:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
  ...change,
});

interface Options {
  readonly server?: FakeServer;
  readonly profile?: Profile;
  /** By default, users with 2FA have an authenticator app. */
  readonly factors?: Partial<Factors>;
  readonly permissions?: readonly PermissionName[];
  readonly user?: Partial<CurrentUser>;
}

const LANDING_PAGES = [
  { value: '/', label: 'Dashboard' },
  { value: '/orders', label: 'Medical Orders' },
];
/** The page with two landing pages to choose from. */
export const ProfileExample = () => createElement(ProfilePage, { landingPages: LANDING_PAGES });

/** Opens the profile page. By default the current session is the only one. */
export async function openProfile({
  server = createFakeServer(),
  profile = aProfile(),
  factors = {},
  permissions = [],
  user = {},
}: Options = {}) {
  server.on('GET /user/profile', { body: profile });
  const body = { ...someFactors(profile.user.secondFactorEnabled), ...factors };
  server.on('GET /auth/second-factor', { body });
  server.on('GET /auth/sessions', { body: [aSession({ isCurrent: true })] });
  const page = await showPage({
    server,
    pages: { '/profile': ProfileExample },
    at: '/profile',
    permissions,
    user,
  });
  return { ...page, server };
}

/** A section of the page, by its heading. */
export const part = async (name: string) => within(await screen.findByRole('region', { name }));
