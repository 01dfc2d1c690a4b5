import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AUDIT_ACTION_GROUPS,
  AUDIT_ENTITY_TYPES,
  AUDIT_MASK,
  auditActionColor,
  auditChanges,
  auditSynonyms,
  auditLabel,
  maskAuditValues,
  offsetName,
  parseAuditEntityId,
  parseAuditEntityType,
} from './audit-log.ts';

const ID = '0192f0c1-2345-7abc-8def-0123456789ab';
const OTHER = '0192f0c1-2345-7abc-8def-0123456789ac';

describe('audit log labels', () => {
  it('lists the entity types of the filter in a fixed order', () => {
    expect(AUDIT_ENTITY_TYPES.slice(0, 10).map(auditLabel)).toEqual([
      'User',
      'Patient',
      'Office',
      'Activity',
      'User Role Assignment',
      'Office IP Whitelist',
      'Medical Order',
      'Document',
      'Dictation',
      'Phone Message',
    ]);
  });

  it.each(['OfficeIpWhitelist', 'Office IP Whitelist', 'office ip whitelist'])(
    'recognizes the type “%s” as stored or as displayed',
    (text) => expect(parseAuditEntityType(text)).toBe('OfficeIpWhitelist'),
  );
  it.each(['', 'Offices', 'Office;drop', '__proto__'])('does not recognize “%s” as a type', (text) =>
    expect(parseAuditEntityType(text)).toBeUndefined(),
  );

  it('lists the common actions first, with synonyms grouped', () => {
    expect(AUDIT_ACTION_GROUPS.slice(0, 6).flat()).toEqual([
      'Added',
      'Created',
      'Modified',
      'Updated',
      'Deleted',
      'Accessed',
      'Viewed',
      'AssignRoles',
      'RemoveRoles',
    ]);
    expect(auditSynonyms('Created')).toEqual(['Added', 'Created']);
    expect(auditSynonyms('Modified')).toEqual(['Modified', 'Updated']);
    expect(auditSynonyms('Login')).toEqual(['Login']);
    expect(auditSynonyms('Unheard')).toEqual(['Unheard']);
  });

  it.each([
    ['Added', 'success'],
    ['Created', 'success'],
    ['Modified', 'warning'],
    ['Updated', 'warning'],
    ['Deleted', 'error'],
    ['Removed', 'error'],
    ['Viewed', 'default'],
  ])('colors %s %s', (action, color) => expect(auditActionColor(action)).toBe(color));
});

describe('entity id', () => {
  it('reads a GUID, JSON with Id, or JSON with UserId and RoleId', () => {
    expect(parseAuditEntityId(ID.toUpperCase())).toEqual({ kind: 'id', id: ID });
    expect(parseAuditEntityId(JSON.stringify({ Id: ID }))).toEqual({ kind: 'id', id: ID });
    expect(parseAuditEntityId(JSON.stringify({ UserId: ID, RoleId: OTHER }))).toEqual({
      kind: 'assignment',
      userId: ID,
      roleId: OTHER,
    });
  });

  it('shows any other text as unknown, without an error', () => {
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"Id":5}',
      '{"UserId":"x","RoleId":"y"}',
      `{"UserId":"${ID}"}`,
    ])
      expect(parseAuditEntityId(text)).toEqual({ kind: 'unknown' });
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseAuditEntityId(text).kind !== 'id'));
    fc.assert(fc.property(fc.json(), (text) => parseAuditEntityId(text).kind === 'unknown'));
  });
});

describe('changed values', () => {
  it('shows old and new side by side, blank values as none', () => {
    expect(
      auditChanges({ name: 'A', fax: null, isActive: true }, { name: 'B', fax: '410', isActive: false }),
    ).toEqual([
      { field: 'name', before: 'A', after: 'B', isMasked: false },
      { field: 'fax', before: null, after: '410', isMasked: false },
      { field: 'isActive', before: 'Yes', after: 'No', isMasked: false },
    ]);
    expect(auditChanges(null, { ids: ['a', 'b'], range: { from: 1, to: null } })).toEqual([
      { field: 'ids', before: null, after: 'a, b', isMasked: false },
      { field: 'range', before: null, after: 'from: 1; to: —', isMasked: false },
    ]);
    expect(auditChanges(null, null)).toEqual([]);
  });

  it.each([
    'socialSecurityNumber',
    'ssn',
    'password',
    'totpSecret',
    'notes',
    'note',
    'diagnosis',
    'message',
    'text',
  ])('masks %s at every depth, on the way out of the server as well', (field) => {
    expect(auditChanges({ [field]: '851-23-4567' }, { [field]: '' })).toEqual([
      { field, before: AUDIT_MASK, after: null, isMasked: true },
    ]);
    const masked = maskAuditValues({ outer: [{ [field]: '851-23-4567' }], [field]: '851-23-4567' });
    expect(JSON.stringify(masked)).not.toContain('851');
    expect(JSON.stringify(auditChanges(null, { outer: { [field]: '851-23-4567' } }))).not.toContain('851');
  });

  it('masks nothing else', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'phone'), fc.jsonValue({ maxDepth: 0 })),
        (values) => {
          expect(maskAuditValues(values)).toEqual(values);
        },
      ),
    );
    expect(maskAuditValues(null)).toBeNull();
  });
});

it.each([
  [300, 'UTC-05:00'],
  [-330, 'UTC+05:30'],
  [0, 'UTC+00:00'],
])('formats an offset of %i minutes, with JavaScript’s sign, as %s', (offset, name) => {
  expect(offsetName(offset)).toBe(name);
});
