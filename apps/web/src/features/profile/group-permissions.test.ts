import { expect, it } from 'vitest';
import { groupPermissions, type ExplainedPermission } from './group-permissions.ts';

const entry = (name: string, category: string, sourceDetails: string): ExplainedPermission => ({
  name,
  category,
  description: `About ${name}`,
  isGranted: true,
  source: 'Role',
  sourceDetails,
  expiresAt: null,
});
const ALL = [
  entry('Patient.View', 'Patients', 'Granted by Staff'),
  entry('Order.View', 'Orders', 'Granted by Staff'),
  entry('Patient.Edit', 'Patients', 'Granted by Admin'),
];
const namesOf = (search: string) =>
  groupPermissions(ALL, search).map(({ category, entries }) => [category, entries.map(({ name }) => name)]);

it('groups permissions by category and finds them by any of their words', () => {
  expect(namesOf('')).toEqual([
    ['Patients', ['Patient.View', 'Patient.Edit']],
    ['Orders', ['Order.View']],
  ]);
  expect(namesOf(' VIEW staff')).toEqual([
    ['Patients', ['Patient.View']],
    ['Orders', ['Order.View']],
  ]);
  expect(namesOf('admin')).toEqual([['Patients', ['Patient.Edit']]]);
  expect(namesOf('nothing')).toEqual([]);
});
