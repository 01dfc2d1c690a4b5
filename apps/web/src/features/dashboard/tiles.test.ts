import type { Guard } from '@portal/contract/endpoint';
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

describe('spec 1 §2.5 stat tiles', () => {
  it('spec 1 §9 stand in this order', () => {
    expect(ALL).toEqual([
      'Total Users',
      'Active Patients',
      'Pending Orders',
      'New Messages',
      'Documents Today',
      'System Status',
    ]);
  });

  it('lead to these pages', () => {
    expect(TILES.map(({ to }) => to)).toEqual([
      '/users',
      '/patients',
      '/orders',
      '/messages',
      '/documents',
      '/audit-logs',
    ]);
  });

  it('spec 1 §6 Total Users needs role Admin, which SuperAdmin passes', () => {
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
  ])('%s shows %s', (permission, label) => {
    expect(labels(holder(['Staff'], [permission]))).toEqual([label]);
  });

  it('are no dead ends: a tile waits for its page, only the status stands alone', () => {
    expect(labels(everything, (path) => path === '/patients')).toEqual(['Active Patients', 'System Status']);
  });
});

describe('spec 1 §8 figures that did not come', () => {
  it('are 0 and "Unknown"', () => {
    expect(figureText(tile('Total Users'), undefined)).toBe('0');
    expect(figureText(tile('Total Users'), {})).toBe('0');
    expect(figureText(tile('System Status'), undefined)).toBe('Unknown');
  });

  it('are written for people when they did', () => {
    expect(figureText(tile('Active Patients'), { activePatients: 1_000_000 })).toBe('1,000,000');
    expect(figureText(tile('System Status'), { systemStatus: 'Degraded' })).toBe('Degraded');
  });
});

describe('spec 1 §2.5 greeting', () => {
  it('names the roles joined by commas, then the office when there is one', () => {
    expect(positionOf({ roles: ['Admin', 'Staff'], officeName: 'Main Street' })).toBe(
      'Admin, Staff - Main Street',
    );
    expect(positionOf({ roles: ['Staff'] })).toBe('Staff');
  });
});
