import { officeImport, officeImportPreview } from '@portal/contract/office-imports';
import * as offices from '@portal/contract/offices';
import type { Binder } from '#http/bind.ts';
import { addEntry, changeEntry, getEntries, removeEntry } from './ip-whitelist-service.ts';
import { importOffices, previewOfficeImport } from './import-offices.ts';
import { changeOffice, createOffice, getOffice, getOffices, removeOffice } from './office-service.ts';

/** Binds the endpoints of offices and their IP whitelists. */
export function bindOffices(binder: Binder): void {
  binder.bind(offices.officeList, ({ query }, context) => getOffices(context, query));
  binder.bind(offices.officeSurgeryCenters, (_input, context) =>
    getOffices(context, { surgeryCentersOnly: true }),
  );
  binder.bind(offices.officeGet, ({ params }, context) => getOffice(context, params.id));
  binder.bind(offices.officeCreate, ({ body }, context) => createOffice(context, body));
  binder.bind(officeImportPreview, ({ body }, context) => previewOfficeImport(context, body));
  binder.bind(officeImport, ({ body }, context) => importOffices(context, body));
  binder.bind(offices.officeUpdate, ({ params, body }, context) => changeOffice(context, params.id, body));
  binder.bind(offices.officeDelete, ({ params }, context) => removeOffice(context, params.id));
  binder.bind(offices.ipWhitelistList, ({ params }, context) => getEntries(context, params.id));
  binder.bind(offices.ipWhitelistAdd, ({ params, body }, context) => addEntry(context, params.id, body));
  binder.bind(offices.ipWhitelistUpdate, ({ params, body }, context) =>
    changeEntry(context, params.id, params.entryId, body),
  );
  binder.bind(offices.ipWhitelistDelete, ({ params, query }, context) =>
    removeEntry(context, params.id, params.entryId, query.confirmLockout),
  );
}
