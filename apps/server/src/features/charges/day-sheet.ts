import type { ChargeRow } from '@portal/contract/charges';
import { isBilled, totalsOf, type CodeTotal } from '@portal/domain/charges';

/** The notes of a provider at a location on a day. */
export interface SheetGroup {
  readonly procedureDate: string;
  readonly providerName: string;
  readonly locationName: string;
  readonly notes: readonly ChargeRow[];
  readonly codes: readonly CodeTotal[];
}

/** Groups notes by day, provider and location, oldest day first, with the patients of a group by name. */
export function sheetGroups(notes: readonly ChargeRow[]): SheetGroup[] {
  // Signed notes keep the provider's name, so a provider who was renamed can have two groups.
  const byGroup = Map.groupBy(notes, ({ procedureDate, providerId, providerName, locationId }) =>
    [procedureDate, providerId, providerName, locationId].join(' '),
  );
  return [...byGroup.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { procedureDate, providerName, locationName } = first;
      return [
        {
          procedureDate,
          providerName,
          locationName,
          notes: group.toSorted((a, b) => compare(patientKey(a), patientKey(b))),
          codes: totalsOf(group.filter(isBilled).flatMap(({ lines }) => lines)),
        },
      ];
    })
    .toSorted((a, b) => compare(groupKey(a), groupKey(b)));
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const patientKey = ({ patient, id }: ChargeRow) =>
  [patient.lastName, patient.firstName, patient.medicalRecordNumber, id].join('\n').toLowerCase();
const groupKey = ({ procedureDate, providerName, locationName }: SheetGroup) =>
  [procedureDate, providerName, locationName].join('\n');
