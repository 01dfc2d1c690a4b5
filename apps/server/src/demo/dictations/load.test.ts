import { reportOf, reportText } from '@portal/domain/template/report';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { expect, it } from 'vitest';
import { contentHash } from '#dictations/content-hash.ts';
import { contentOfDictation, requireComplete } from '#dictations/complete.ts';
import { loadDictations } from '#dictations/load.ts';
import { portalForTest } from '#test/harness.ts';
import { loadDemoPractice } from '../load.ts';

it('the demo practice has 400 dictations in all states, whole and truly signed, with groups, codes and addenda', async () => {
  const portal = await portalForTest();
  await loadDemoPractice(portal.deps);
  const { db } = portal.deps;
  const ids = (await db.selectFrom('dictations').select('id').execute()).map(({ id }) => id);
  const dictations = await loadDictations(db, ids);
  expect(dictations).toHaveLength(400);
  for (const status of ['Draft', 'Saved', 'Completed', 'Signed'])
    expect(dictations.filter((each) => each.status === status).length).toBeGreaterThan(3);
  for (const dictation of dictations) {
    const content = contentOfDictation(dictation);
    requireComplete(content, dictation.formData, 'standard');
    const evaluation = evaluateTemplate(content, { entered: dictation.formData });
    expect(reportText(reportOf(content, evaluation)).length).toBeGreaterThan(200);
  }
  const forged = dictations.filter(
    (each) =>
      each.signature !== null &&
      each.signature.contentHash !== contentHash(each, each.signature).toString('hex'),
  );
  expect(forged).toEqual([]);
  expect(dictations.filter(({ hasAddendums }) => hasAddendums).length).toBeGreaterThan(5);
  expect(dictations.filter(({ billingCodes }) => billingCodes.length > 1).length).toBeGreaterThan(200);
  expect(new Set(dictations.map(({ groupId }) => groupId)).size).toBeGreaterThan(10);
  const uses = await db.selectFrom('templates').select('usage_count').execute();
  expect(uses.reduce((sum, { usage_count }) => sum + usage_count, 0)).toBe(400);
});
