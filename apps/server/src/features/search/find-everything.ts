import { searchEverything } from '@portal/contract/search';
import { passesRoleCheck } from '@portal/domain/roles';
import { findMatchingDocuments } from '#features/documents/index.ts';
import { findMatchingMessages } from '#features/messages/index.ts';
import { findMatchingOrders } from '#features/orders/index.ts';
import { findMatchingPatients } from '#features/patients/index.ts';
import { findMatchingUsers } from '#features/users/index.ts';
import { hasPermission } from '#request/context.ts';
import { recordShown } from '#request/record-shown.ts';
import { operation } from '#http/operation.ts';

/** A shorter search would find nearly everything, a longer one matches nothing. */
const LENGTHS = { min: 2, max: 200 };

/**
 * Searches the lists that the caller may read, with the rows that each of them shows. Audits which records and patients
 * were shown, but never the search text, because it is health data itself.
 */
export const findEverything = operation(searchEverything, async (context, { query: { q, limit } }) => {
  const { db } = context.deps;
  const isSearch = q.length >= LENGTHS.min && q.length <= LENGTHS.max;
  const may = (permission: Parameters<typeof hasPermission>[1]) =>
    isSearch && hasPermission(context, permission);
  const mayListUsers = isSearch && passesRoleCheck(context.user.roles, ['Admin']);
  const [patients, orders, messages, documents, users] = await Promise.all([
    may('Patient.View') ? findMatchingPatients(db, q, limit) : [],
    may('Order.View') ? findMatchingOrders(db, q, limit) : [],
    may('Message.View') ? findMatchingMessages(db, q, limit, context.now) : [],
    may('Document.View') ? findMatchingDocuments(db, q, limit) : [],
    mayListUsers ? findMatchingUsers(db, q, limit) : [],
  ]);
  await recordShown(context, { patients, orders, messages, documents });
  return { patients, orders, messages, documents, users };
});
