import { fieldLabel } from '#lib/field-label.ts';
import { describe, expect, it } from 'vitest';
import { TIMES } from '#lib/test/practice.ts';
import { anEntry } from './test/audit-fixtures.ts';
import { entitiesToName, entityLabel, HIDDEN } from './entity-labels.ts';
import { shownChanges, valuesToName } from './shown-changes.ts';

const ID = '33333333-3333-4333-8333-333333333333';
const assignment = JSON.stringify({ UserId: ID, RoleId: ID });
const aPatient = { entityType: 'Patient', entityId: ID, patientId: ID };

describe('entity ids', () => {
  it('show the name, with details in the tooltip', () => {
    const names = { [`Office:${ID}`]: { name: 'Main Street', subtext: 'Annapolis, MD' } };
    expect(entityLabel(anEntry(), names)).toEqual({ text: 'Main Street', detail: `Annapolis, MD\n${ID}` });
  });

  it.each([
    ['Office', ID, 'Office …33333333'],
    ['OfficeIpWhitelist', JSON.stringify({ Id: ID }), 'Office IP Whitelist …33333333'],
    ['UserRoleAssignment', assignment, 'User Role Assignment'],
    ['Template', 'weekly note', 'Template'],
  ])('show a generic label for an unresolved %s', (entityType, entityId, text) => {
    expect(entityLabel(anEntry({ entityType, entityId }), {})).toEqual({ text, detail: entityId });
  });

  it('show a patient as MRN or hidden, without the ID, and request no name', () => {
    expect(entityLabel(anEntry({ ...aPatient, medicalRecordNumber: '00000042' }), {})?.text).toBe(
      'MRN 00000042',
    );
    const hidden = entityLabel(anEntry(aPatient), { [`Patient:${ID}`]: { name: 'Jane Roe', subtext: null } });
    expect(hidden?.text).toBe(HIDDEN);
    expect(JSON.stringify(hidden)).not.toContain(ID);
    expect(entitiesToName([anEntry(aPatient), anEntry({ entityId: null })])).toEqual([]);
  });

  it('request each name once', () => {
    expect(entitiesToName([anEntry(), anEntry(), anEntry({ entityType: 'User' })])).toEqual([
      { entityType: 'Office', entityId: ID },
      { entityType: 'User', entityId: ID },
    ]);
  });
});

describe('changed values', () => {
  it('are shown side by side with readable labels and dates', () => {
    expect(
      shownChanges(
        { dateOfBirth: '1980-02-29', isActive: true },
        { dateOfBirth: '1981-03-01', isActive: false, patientId: ID },
        TIMES,
      ).map(({ label, before, after }) => [label, before, after]),
    ).toEqual([
      ['Date Of Birth', '02/29/1980', '03/01/1981'],
      ['Is Active', 'Yes', 'No'],
      ['Patient ID', null, 'Hidden'],
    ]);
  });

  it('name the offices, users and roles they refer to', () => {
    const newValues = { officeId: ID, assignedToUserId: ID, patientId: ID, name: ID };
    const entry = {
      ...anEntry(),
      oldValues: null,
      newValues,
      requestId: null,
      sessionId: null,
      chain: 0,
      sequence: 1,
    };
    expect(valuesToName(entry)).toEqual([
      { entityType: 'Office', entityId: ID },
      { entityType: 'User', entityId: ID },
    ]);
    const names = { [`Office:${ID}`]: { name: 'Main Street', subtext: null } };
    expect(shownChanges(null, newValues, TIMES, names).map(({ after }) => after)).toEqual([
      'Main Street',
      ID,
      'Hidden',
      ID,
    ]);
  });

  it('stay masked when sensitive', () => {
    const masked = { socialSecurityNumber: '••••••' };
    const [ssn] = shownChanges({ socialSecurityNumber: '219-09-9999' }, masked, TIMES);
    expect(ssn).toMatchObject({ isMasked: true, before: '••••••', after: '••••••' });
  });

  it.each([
    ['ipAddress', 'IP Address'],
    ['ssn', 'SSN'],
    ['zipCode', 'Zip Code'],
  ])('label the %s field %s', (field, label) => expect(fieldLabel(field)).toBe(label));
});
