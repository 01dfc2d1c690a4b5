import type { Guard } from '@portal/contract/endpoint';
import { DEFAULT_GRANTS } from '@portal/domain/permissions';
import { describe, expect, it } from 'vitest';
import { hasAnyRole, passesGuard } from '#lib/session/access.ts';
import { aUser } from '#lib/test/people.ts';
import { positionOf } from './greeting.ts';
import { figureText, TILES, visibleTiles } from './tiles.ts';

const ALL = TILES.map(({ label }) => label);
const everything = () => true;
const holder =
  (roles: string[], permissions: string[] = []) =>
  (guard: Guard) =>
    passesGuard({ isAuthenticated: true, user: aUser({ roles }), permissions }, guard);
const labels = (passes: (guard: Guard) => boolean, isBuilt: (path: string) => boolean = everything) =>
  visibleTiles(passes, isBuilt).map(({ label }) => label);
const tile = (label: string) => {
  const found = TILES.find((one) => one.label === label);
  if (found === undefined) throw new Error(`There is no tile ${label}`);
  return found;
};

describe('stat tiles', () => {
  it('have a fixed order', () => {
    expect(ALL).toEqual([
      'Total Users',
      'Active Patients',
      'Pending Orders',
      'New Messages',
      'Documents Today',
      'System Status',
    ]);
  });

  it('link to their pages', () => {
    expect(TILES.map(({ to }) => to)).toEqual([
      '/users',
      '/patients',
      '/orders',
      '/messages',
      '/documents',
      '/audit-logs',
    ]);
  });

  it('show Total Users to role Admin, which SuperAdmin passes', () => {
    expect(labels(holder(['Admin']))).toEqual(['Total Users']);
    expect(labels(holder(['SuperAdmin']))).toEqual(['Total Users']);
    expect(hasAnyRole({ isAuthenticated: true, user: aUser(), permissions: [] }, 'Admin')).toBe(false);
  });

  it.each([
    ['Patient.View', 'Active Patients'],
    ['Order.View', 'Pending Orders'],
    ['Message.View', 'New Messages'],
    ['Document.View', 'Documents Today'],
    ['Admin.ViewAuditLogs', 'System Status'],
  ])('require %s to show %s', (permission, label) => {
    expect(labels(holder(['Staff'], [permission]))).toEqual([label]);
  });

  it.each([
    ['SuperAdmin', ALL],
    ['Admin', ALL],
    ['ProviderPhysician', ALL.slice(1, -1)],
    ['ProviderMidLevel', ALL.slice(1, -1)],
    ['MedicalAssistant', ALL.slice(1, -1)],
    ['Staff', ALL.slice(1, -1)],
  ] as const)('show %s the tiles of the role’s default permissions', (role, expected) => {
    expect(labels(holder([role], [...DEFAULT_GRANTS[role]]))).toEqual(expected);
  });

  it('are hidden until their page exists, except the status', () => {
    expect(labels(everything, (path) => path === '/patients')).toEqual(['Active Patients', 'System Status']);
  });
});

describe('missing values', () => {
  it('show as 0 and "Unknown"', () => {
    expect(figureText(tile('Total Users'), undefined)).toBe('0');
    expect(figureText(tile('Total Users'), {})).toBe('0');
    expect(figureText(tile('System Status'), undefined)).toBe('Unknown');
  });

  it('are formatted once loaded', () => {
    expect(figureText(tile('Active Patients'), { activePatients: 1_000_000 })).toBe('1,000,000');
    expect(figureText(tile('System Status'), { systemStatus: 'Degraded' })).toBe('Degraded');
  });
});

describe('greeting', () => {
  it('shows the roles joined by commas, then the office if there is one', () => {
    expect(positionOf({ roles: ['Admin', 'Staff'], officeName: 'Main Street' })).toBe(
      'Admin, Staff - Main Street',
    );
    expect(positionOf({ roles: ['Staff'] })).toBe('Staff');
    expect(positionOf({ roles: ['Admin', 'MedicalAssistant'] })).toBe('Admin, Medical Assistant');
  });
});
