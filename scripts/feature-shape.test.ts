import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FEATURES = join(import.meta.dirname, '../apps/server/src/features');
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** Files with SQL that are not repos yet. Only remove entries. */
const UNCONVERTED = new Set([
  'audit-logs/day-counts.ts',
  'audit-logs/entry-streams.ts',
  'audit-logs/export-log.ts',
  'audit-logs/resolve-entities.ts',
  'audit-logs/summary.ts',
  'audit-logs/user-look-up.ts',
  'audit-logs/verification.ts',
  'billing-codes/code-filter.ts',
  'billing-codes/code-sample.ts',
  'billing-codes/export-codes.ts',
  'billing-codes/word-search.ts',
  'dashboard/stats.ts',
  'dictations/counts.ts',
  'dictations/creation-range.ts',
  'dictations/list-filter.ts',
  'dictations/name-scan.ts',
  'dictations/patient-filter.ts',
  'dictations/statistics.ts',
  'documents/document-counts.ts',
  'messages/assignable.ts',
  'messages/message-counts.ts',
  'messages/message-read.ts',
  'offices/location-ref.ts',
  'orders/order-counts.ts',
  'patients/duplicates.ts',
  'patients/family-names.ts',
  'patients/family-search.ts',
  'patients/patient-counts.ts',
  'patients/patient-record.ts',
  'patients/patient-ref.ts',
  'patients/patient-search-conditions.ts',
  'patients/search-sample.ts',
  'patients/sort-order.ts',
  'patients/timeline-sources.ts',
  'permissions/audit-list.ts',
  'permissions/authority.ts',
  'permissions/bulk-assign.ts',
  'permissions/change-role.ts',
  'permissions/list-users.ts',
  'permissions/read-roles.ts',
  'permissions/read-user.ts',
  'permissions/write-overrides.ts',
  'permissions/write-role.ts',
  'session/account.ts',
  'session/form-key.ts',
  'session/login.ts',
  'session/own-password.ts',
  'session/own-sessions.ts',
  'session/second-factor-check.ts',
  'session/second-factor.ts',
  'timecards/open-timecard.ts',
  'timecards/timecard-corrections.ts',
  'users/account-actions.ts',
  'users/accounts.ts',
  'users/assignments.ts',
  'users/authority.ts',
  'users/change-user.ts',
  'users/current-user.ts',
  'users/end-sessions.ts',
  'users/profile.ts',
  'users/provider-ref.ts',
  'users/read-users.ts',
  'users/super-admins.ts',
]);
/** The live feed is a hub with its own protocol, not endpoints. */
const WITHOUT_ROUTES = ['live-feed'];

const files = globSync('**/*.ts', { cwd: FEATURES }).toSorted();
const sources = files.filter((file) => !/(?:\.test|\/testing)\.ts$/.test(file));
const features = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];

describe('a feature of the server', () => {
  it('has SQL only in its repos', () => {
    const found = sources.filter(
      (file) => !file.endsWith('-repo.ts') && SQL.test(readFileSync(join(FEATURES, file), 'utf8')),
    );
    expect(found.filter((file) => !UNCONVERTED.has(file))).toEqual([]);
  });

  it('binds its endpoints in routes.ts', () => {
    const found = features.filter((feature) => !existsSync(join(FEATURES, feature, 'routes.ts')));
    expect(found).toEqual(WITHOUT_ROUTES);
  });

  it('has every file name once', () => {
    const names = files.map((file) => `${file.split('/')[0]}: ${basename(file)}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
