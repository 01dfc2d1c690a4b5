import type { ApiKey } from '@portal/contract/api-keys';
import { suspensionReason } from '@portal/domain/api-key';
import { fullName } from '@portal/domain/person-name';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';

const by = (person: ApiKey['revokedBy']) =>
  person === null ? '' : ` by ${fullName(person.firstName, person.lastName)}`;

/** What the row of a key does not show. */
export function ApiKeyDetails({ apiKey }: { readonly apiKey: ApiKey }) {
  const times = usePracticeTimes();
  const {
    permissions,
    createdAt,
    createdBy,
    expiresAt,
    revokedAt,
    revokedBy,
    suspendedAt,
    suspendedBecause,
  } = apiKey;
  return (
    <DetailList
      items={[
        { label: 'Permissions', value: permissions.join(', '), wide: true },
        { label: 'Created', value: `${times.dateTime(createdAt)}${by(createdBy)}` },
        { label: 'Expires', value: times.dateTime(expiresAt) },
        ...(revokedAt === null
          ? []
          : [{ label: 'Revoked', value: `${times.dateTime(revokedAt)}${by(revokedBy)}` }]),
        ...(suspendedAt === null || suspendedBecause === null
          ? []
          : [
              {
                label: 'Suspended',
                value: `${times.dateTime(suspendedAt)}, because ${suspensionReason(suspendedBecause)}. Its creator can enable it again.`,
                wide: true,
              },
            ]),
      ]}
    />
  );
}
