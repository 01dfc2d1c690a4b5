import { chargeTotals, chargeUnsigned, TOP_CODES } from '@portal/contract/charges';
import { fullName } from '@portal/domain/person-name';
import { operation } from '#http/operation.ts';
import { chargeFilter } from './charge-access.ts';
import { countCodes, countDays, countProviders } from './count-repo.ts';

/** Counts the notes of a list per day, provider and code. */
export const getChargeTotals = operation(chargeTotals, async (context, { query }) => {
  const { db } = context.deps;
  const filter = chargeFilter(context, query);
  const providers = await countProviders(db, filter);
  return {
    days: await countDays(db, filter),
    providers: providers.map(({ id, first_name: first, last_name: last, notes }) => ({
      providerId: id,
      providerName: fullName(first, last),
      notes,
    })),
    codes: await countCodes(db, filter, TOP_CODES),
  };
});

/** Counts the notes of the list of unsigned ones per day. */
export const getUnsigned = operation(chargeUnsigned, (context, { query }) =>
  countDays(context.deps.db, chargeFilter(context, { ...query, status: 'unsigned' })),
);
