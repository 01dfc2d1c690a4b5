import * as offices from '@portal/contract/offices';
import { operation } from '#http/operation.ts';
import { getOffices, createOffice } from './office-service.ts';

export * from './import-offices.ts';
export * from './ip-whitelist-service.ts';
export * from './office-service.ts';

export const officeList = operation(offices.officeList, (context, { query }) => getOffices(context, query));
export const officeSurgeryCenters = operation(offices.officeSurgeryCenters, (context) =>
  getOffices(context, { surgeryCentersOnly: true }),
);
export const officeCreate = operation(offices.officeCreate, (context, { body }) =>
  createOffice(context, body),
);
