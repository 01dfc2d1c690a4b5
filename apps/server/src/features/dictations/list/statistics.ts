import { dictationStatistics } from '@portal/contract/dictations';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { operation } from '#http/operation.ts';
import { datesOf } from './list-dictations.ts';
import { countGroups, listProviderNames, listTemplateNames } from './statistics-repo.ts';

/** Counts active dictations by status, template, provider, and procedure date. */
export const getStatistics = operation(dictationStatistics, async ({ deps: { db } }, { query }) => {
  const { startDate, endDate } = datesOf(query);
  const rows = await countGroups(db, { startDate, endDate, providerId: query.providerId });
  const templates = await listTemplateNames(db);
  const providers = await listProviderNames(db);
  const byStatus = DICTATION_STATUSES.map((status) => ({
    status,
    count: rows.find((row) => row.status === status)?.count ?? 0,
  }));
  return {
    total: byStatus.reduce((sum, { count }) => sum + count, 0),
    byStatus,
    byTemplate: rows
      .flatMap(({ template_id: id, count }) =>
        id === null ? [] : [{ templateId: id, templateName: templates.get(id) ?? '', count }],
      )
      .toSorted((a, b) => b.count - a.count || compare(a.templateName, b.templateName)),
    byProvider: rows
      .flatMap(({ provider_id: id, count }) =>
        id === null ? [] : [{ providerId: id, providerName: providers.get(id) ?? '', count }],
      )
      .toSorted((a, b) => b.count - a.count || compare(a.providerName, b.providerName)),
    byDay: rows
      .flatMap(({ procedure_date: date, count }) => (date === null ? [] : [{ date, count }]))
      .toSorted((a, b) => compare(a.date, b.date)),
  };
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
