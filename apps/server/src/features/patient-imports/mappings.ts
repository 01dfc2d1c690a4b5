import { importMappingDelete, importMappingSave } from '@portal/contract/patient-imports';
import { inTransaction } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { findImport } from './import-repo.ts';
import { deleteMapping, saveMapping } from './mapping-repo.ts';

/** Saves the mapping of an uploaded file under a name. Throws NOT_FOUND, and CONFLICT if it has none. */
export const saveImportMapping = operation(importMappingSave, (context, { body: { importId, name } }) => {
  return inTransaction(context, async (tx) => {
    const found = await findImport(tx.db, importId);
    if (found === undefined) throw notFound('Import not found');
    const { header, mapping: columns, date_order: dateOrder } = found;
    if (header === null || columns === null) throw conflict('This file has no mapping of columns.');
    const [words, choices] = [found.words ?? {}, found.choices ?? {}];
    const values = { name, header, columns, dateOrder, words, choices, now: context.now };
    const saved = await saveMapping(tx.db, values);
    tx.audit({
      action: 'Created',
      entityType: 'PatientImport',
      entityId: null,
      newValues: { mapping: name, columns, dateOrder, words, choices },
    });
    return saved;
  });
});

/** Deletes a saved mapping. Throws NOT_FOUND. */
export const removeImportMapping = operation(importMappingDelete, (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const deleted = await deleteMapping(tx.db, id);
    if (deleted === undefined) throw notFound('Mapping not found');
    tx.audit({
      action: 'Deleted',
      entityType: 'PatientImport',
      entityId: null,
      oldValues: { mapping: deleted.name },
    });
    return undefined;
  });
});
