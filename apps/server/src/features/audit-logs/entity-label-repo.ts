import type { AuditEntityType } from '@portal/domain/audit-log';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** What the screen shows for an entity. */
export interface Label {
  readonly name: string;
  readonly subtext: string | null;
}
/** Labels by entity ID. */
export type Labels = ReadonlyMap<string, Label>;

/** What the caller may see beyond what every reader of the log may. */
export interface Sight {
  readonly patients: boolean;
  readonly documents: boolean;
  readonly restrictedOffices: boolean;
}
type LookUp = (db: Db, ids: readonly string[], sight: Sight) => Promise<Labels>;

interface LabelRow extends Label {
  readonly id: string;
}
const byId = (rows: readonly LabelRow[]): Labels =>
  new Map(rows.map(({ id, name, subtext }) => [id, { name, subtext }]));

const users: LookUp = async (db, ids) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'user_name'])
    .where('id', 'in', ids)
    .execute();
  return byId(
    rows.map((row) => ({
      id: row.id,
      name: fullName(row.first_name, row.last_name),
      subtext: row.user_name,
    })),
  );
};

const roles: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('roles')
      .select(['id', 'name', sql<null>`null`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );

const patients: LookUp = async (db, ids, sight) => {
  if (!sight.patients) return new Map();
  return byId(
    await db
      .selectFrom('patients')
      .select(['id', 'medical_record_number as name', sql<null>`null`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );
};

const offices: LookUp = async (db, ids, sight) => {
  const rows = await db
    .selectFrom('offices')
    .select(['id', 'name', 'city', 'state'])
    .where('id', 'in', ids)
    .$if(!sight.restrictedOffices, (query) => query.where('super_admin_only', '=', false))
    .execute();
  return byId(rows.map(({ id, name, city, state }) => ({ id, name, subtext: `${city}, ${state}` })));
};

const whitelist: LookUp = async (db, ids, sight) =>
  byId(
    await db
      .selectFrom('office_ip_whitelist as w')
      .innerJoin('offices as o', 'o.id', 'w.office_id')
      .select(['w.id', sql<string>`abbrev(w.ip_address)`.as('name'), 'o.name as subtext'])
      .where('w.id', 'in', ids)
      .$if(!sight.restrictedOffices, (query) => query.where('o.super_admin_only', '=', false))
      .execute(),
  );

const orders: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('medical_orders')
      .select(['id', 'order_number as name', sql<null>`null`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );

const messages: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('phone_messages')
      .select(['id', 'message_number as name', sql<null>`null`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );

/** File names may contain patient names. Deleted documents are included until they are permanently removed. */
const documents: LookUp = async (db, ids, sight) => {
  if (!sight.documents) return new Map();
  return byId(
    await db
      .selectFrom('documents')
      .select(['id', 'file_name as name', 'type as subtext'])
      .where('id', 'in', ids)
      .execute(),
  );
};

const billingCodes: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('billing_codes')
      .select(['id', 'code as name', 'description as subtext'])
      .where('id', 'in', ids)
      .execute(),
  );

const titles: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('titles')
      .select(['id', 'code as name', 'description as subtext'])
      .where('id', 'in', ids)
      .execute(),
  );

/** Includes deleted templates. */
const templates: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('templates')
      .select(['id', 'name', 'procedure_type as subtext'])
      .where('id', 'in', ids)
      .execute(),
  );

const codeRules: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('billing_code_rules as r')
      .innerJoin('templates as t', 't.id', 'r.template_id')
      .select(['r.id', 't.name', sql<string>`r.field_id || ': ' || r.field_value`.as('subtext')])
      .where('r.id', 'in', ids)
      .execute(),
  );

const webhooks: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('webhooks')
      .select(['id', 'name', sql<null>`null`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );

/** Entries of type Permission have the role's ID. */
const apiKeys: LookUp = async (db, ids) =>
  byId(
    await db
      .selectFrom('api_keys')
      .select(['id', 'name', sql<string>`'API key mpk_' || prefix`.as('subtext')])
      .where('id', 'in', ids)
      .execute(),
  );

const LOOK_UPS: ReadonlyMap<string, LookUp> = new Map<AuditEntityType | 'Role', LookUp>([
  ['User', users],
  ['Role', roles],
  ['Permission', roles],
  ['Patient', patients],
  ['Office', offices],
  ['OfficeIpWhitelist', whitelist],
  ['MedicalOrder', orders],
  ['PhoneMessage', messages],
  ['Document', documents],
  ['Template', templates],
  // Entries have the location’s ID.
  ['LocationHeader', offices],
  ['BillingCodeRule', codeRules],
  ['BillingCode', billingCodes],
  ['Title', titles],
  ['ApiKey', apiKeys],
  ['Webhook', webhooks],
]);

/** Lists the labels of entities of a type that exist and that the caller may see. */
export async function listLabels(
  db: Db,
  type: string,
  ids: readonly string[],
  sight: Sight,
): Promise<Labels> {
  return (await LOOK_UPS.get(type)?.(db, ids, sight)) ?? new Map();
}
