import { auditExport, auditGet, auditList } from '@portal/contract/audit';
import { recentActivity } from '@portal/contract/dashboard';
import { ipWhitelistAdd, ipWhitelistDelete, officeCreate, officeUpdate } from '@portal/contract/offices';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { AUDIT_ENTITY_TYPES } from '@portal/domain/audit-log';
import type { PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { insertEntry } from './test/readable-log.ts';

const MARK = 'VALUEMARK';
const AT = new Date('2026-05-01T16:00:00.000Z');
/** The permission that shows each kind; other kinds need a role or none. */
const NEEDED: Partial<Record<(typeof AUDIT_ENTITY_TYPES)[number], readonly PermissionName[]>> = {
  Patient: ['Patient.View'],
  PatientAlert: ['Patient.View'],
  Office: ['Admin.ManageOffices'],
  Practice: ['Admin.ManageOffices'],
  OfficeIpWhitelist: ['Admin.ManageOffices'],
  MedicalOrder: ['Order.View'],
  Document: ['Document.View'],
  Dictation: ['Dictation.View'],
  PhoneMessage: ['Message.View'],
  DictationGroup: ['Dictation.View'],
  Template: ['Dictation.ManageTemplates'],
  TemplateCategory: ['Dictation.ManageTemplates'],
  TemplateCase: ['Dictation.ManageTemplates'],
  Shortcut: ['Dictation.ManageTemplates'],
  LocationHeader: ['Dictation.ManageTemplates'],
  BillingCodeRule: ['Dictation.ManageTemplates'],
  PillCount: ['Patient.View'],
  Timecard: ['Timecard.ViewReports', 'Timecard.ManageTimecards'],
  TimecardSchedule: ['Timecard.ManageSchedules', 'Timecard.ViewReports'],
  Charge: ['Dictation.View'],
  PatientImport: ['Patient.ViewSsn'],
};
/** The entries about offices. */
const entriesOf = async (portal: TestPortal) => {
  const { rows } = await portal.owner.query<{ id: string }>(
    `select id from audit_log where entity_type in ('Office', 'OfficeIpWhitelist', 'LocationHeader') and at > $1`,
    [AT],
  );
  return rows.map(({ id }) => id);
};
const SUPER_ADMIN_ONLY = ['Permission', 'Webhook'];
const FOR_READERS = ['Activity', 'AuditLog', 'Session', 'System', 'FormDraft', 'Speech'];

describe('what readers of the audit log see', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(() => portal.close());

  const textOf = async (id: string, reader: SignedInUser) =>
    JSON.stringify(await portal.succeed(auditGet, { params: { id } }, reader));

  const everything = async (reader: SignedInUser) => {
    const entries = await Promise.all((await entriesOf(portal)).map((id) => textOf(id, reader)));
    const list = await portal.succeed(auditList, { query: {} }, reader);
    const feed = await portal.succeed(recentActivity, { query: { count: '20' } }, reader);
    const csv = await portal.succeed(auditExport, { body: {} }, reader);
    return [...entries, JSON.stringify(list), JSON.stringify(feed), await csv.blob.text()].join('\n');
  };

  describe('values', () => {
    it.each(AUDIT_ENTITY_TYPES)('of %s need the right to view such records', async (entityType) => {
      const values = { description: MARK, superAdminOnly: false };
      const id = await insertEntry(portal, {
        at: AT,
        action: 'Updated',
        entityType,
        newValues: values,
        oldValues: values,
      });
      expect((await textOf(id, admin)).includes(MARK)).toBe(
        !SUPER_ADMIN_ONLY.includes(entityType) && entityType !== 'OfficeIpWhitelist',
      );
      expect(await textOf(id, superAdmin)).toContain(MARK);
      const needed = NEEDED[entityType];
      const reader = await signedInAs(portal, needed === undefined ? 'Staff' : 'Admin');
      await overridePermission(portal, reader.id, 'Admin.ViewAuditLogs', true);
      for (const name of needed ?? []) await overridePermission(portal, reader.id, name, false);
      expect((await textOf(id, reader)).includes(MARK)).toBe(FOR_READERS.includes(entityType));
    });

    it('that name patients need Patient.View, whatever the kind', async () => {
      const reader = await signedInAs(portal, 'Admin');
      await overridePermission(portal, reader.id, 'Patient.View', false);
      const id = await insertEntry(portal, {
        at: AT,
        action: 'Exported',
        entityType: 'MedicalOrder',
        newValues: { patientIds: [MARK] },
      });
      expect(await textOf(id, reader)).not.toContain(MARK);
      expect(await textOf(id, admin)).toContain(MARK);
    });
  });

  describe('SuperAdmin-only offices', () => {
    const FIELDS = {
      name: 'Secretmark House',
      address: '9 Hiddenmark Road',
      city: 'Columbia',
      state: 'MD',
      zipCode: '21044',
      phone: '4105550100',
      fax: null,
      isSurgeryCenter: false,
    };
    const MARKS = ['Secretmark', 'Hiddenmark', '198.51.100.7', 'LETTERMARK', 'An office IP whitelist'];
    const leaks = (text: string) => MARKS.filter((mark) => text.includes(mark));

    it('show neither in entries nor in the feed, also what was said before they became one', async () => {
      const office = await portal.succeed(
        officeCreate,
        { body: { ...FIELDS, superAdminOnly: false } },
        superAdmin,
      );
      const params = { id: office.id };
      const entry = { ipAddress: '198.51.100.7', description: null, expiresAt: null, confirmLockout: true };
      const { id: entryId } = await portal.succeed(ipWhitelistAdd, { params, body: entry }, superAdmin);
      await portal.succeed(
        locationHeaderSave,
        { body: { locationId: office.id, headerHTML: '<p>LETTERMARK</p>', footerHTML: '', version: 0 } },
        superAdmin,
      );
      expect(leaks(await everything(admin))).toEqual(MARKS);
      const restricted = { ...FIELDS, superAdminOnly: true, version: office.version };
      await portal.succeed(officeUpdate, { params, body: restricted }, superAdmin);
      await portal.succeed(ipWhitelistDelete, { params: { ...params, entryId } }, superAdmin);
      expect(leaks(await everything(admin))).toEqual([]);
      expect(await everything(admin)).not.toContain(office.id);
      expect(leaks(await everything(superAdmin))).toEqual(MARKS);
    });
  });
});
