import { dayLines } from '@portal/contract/signing-checks';
import { defaultLineTraits } from '@portal/domain/billing-line';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { findDayLines, type PatientDay } from './signing/checked-code-repo.ts';

/** Lists the procedure lines of a patient's other dictations on a day. */
export const getDayLines = operation(dayLines, async (context, { body }) => {
  const others = await otherLinesOf(context.deps.db, [body]);
  const [found] = others;
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    patientId: body.patientId,
    newValues: { dictationIds: found?.dictationIds ?? [], procedureDate: body.procedureDate },
  });
  return found?.lines ?? [];
});

/** The lines of a patient's other dictations on a day. */
interface OtherLines {
  readonly lines: AnswerOf<typeof dayLines>;
  readonly dictationIds: readonly string[];
}

/** Finds the procedure lines of other dictations for each patient and day, in their order. The caller records the read. */
export async function otherLinesOf(db: Db, days: readonly PatientDay[]): Promise<OtherLines[]> {
  const rows = await findDayLines(db, days);
  return days.map(({ patientId, procedureDate, dictationId }) => {
    const others = rows.filter(
      (row) =>
        row.patientId === patientId && row.procedureDate === procedureDate && row.dictationId !== dictationId,
    );
    return {
      lines: others.map(({ code, modifiers, units, providerId, lineType }) => ({
        code,
        modifiers,
        units,
        providerId,
        lineType: lineType ?? defaultLineTraits('CPT', code).lineType,
      })),
      dictationIds: [...new Set(others.map((row) => row.dictationId))],
    };
  });
}
