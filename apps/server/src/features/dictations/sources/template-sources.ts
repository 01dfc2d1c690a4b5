import { dictationTemplateSources } from '@portal/contract/templates';
import { fullName } from '@portal/domain/person-name';
import type { NoteFacts } from '@portal/domain/template/source-values';
import { usedSources } from '@portal/domain/template/used-sources';
import { mutableValues } from '@portal/domain/template/value';
import type { Db } from '#db/database.ts';
import { together } from '#db/together.ts';
import { notFound } from '#platform/app-error.ts';
import { recordRead } from '#request/record-read.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { getPlace } from '#features/offices/index.ts';
import { findTemplateVersion } from '#features/templates/index.ts';
import { requireOrderOf } from '#features/orders/index.ts';
import { findSources, orderValuesFor } from './find-sources.ts';
import { findPatientFacts, findProviderFacts, findVersionOf } from './source-repo.ts';

/** Gets what a template reads of the record for a note. Throws NOT_FOUND for an unknown template or patient. */
export const getTemplateSources = operation(
  dictationTemplateSources,
  async (context, { params: { id: templateId }, query }) => {
    const { db } = context.deps;
    const { patientId = null, locationId = null, dictationId = null, procedureDate: day = null } = query;
    const version = dictationId === null ? undefined : await findVersionOf(db, templateId, dictationId);
    const template = await findTemplateVersion(db, templateId, version);
    if (template === undefined) throw notFound('This template does not exist.');
    const facts = await factsFor(context, db, query);
    const orderId = query.orderId ?? null;
    if (orderId !== null && hasPermission(context, 'Order.View'))
      await requireOrderOf(context, db, { orderId, patientId });
    const names = usedSources(template.content, template.readingRules);
    const { values, reads } = await findSources(context, db, names, {
      templateId,
      patientId,
      locationId,
      day,
      dictationId,
      facts,
      order: { id: orderId, values: await orderValuesFor(context, db, orderId) },
    });
    await recordRead(
      context,
      patientId === null
        ? { action: 'Viewed', entityType: 'Template', entityId: templateId }
        : { action: 'Viewed', entityType: 'Patient', entityId: patientId, patientId },
      ...reads,
    );
    return { values: mutableValues(values) };
  },
);

interface Asked {
  readonly patientId?: string | undefined;
  readonly providerId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly procedureDate?: string | undefined;
}

async function factsFor(
  context: SignedInContext,
  db: Db,
  { patientId, providerId, locationId, procedureDate = '' }: Asked,
): Promise<NoteFacts> {
  const [patient, provider, place] = await together([
    patientId === undefined ? null : findPatientFacts(db, patientId),
    providerId === undefined ? undefined : findProviderFacts(db, providerId),
    locationId === undefined ? null : getPlace(context, db, locationId),
  ]);
  if (patient === undefined) throw notFound('This patient does not exist.');
  return {
    patient,
    provider:
      provider === undefined
        ? null
        : { name: fullName(provider.firstName, provider.lastName), title: provider.title },
    locationName: place?.name ?? null,
    procedureDate,
  };
}
