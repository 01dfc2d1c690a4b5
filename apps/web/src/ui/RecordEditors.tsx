import { Alert, type AlertProps } from '@mui/material';
import { recordEditing, recordEditors } from '@portal/contract/record-editors';
import {
  EDITED_RECORDS,
  EDITING_REPORT_MS,
  editingText,
  editingTopic,
  type EditedRecord,
  type EditedRecordType,
} from '@portal/domain/edited-record';
import { useEffect } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT, useAhead } from '#lib/query/visits.ts';
import { useAccess } from '#lib/session/use-session.ts';

interface RecordEditorsProps {
  readonly entityType: EditedRecordType;
  readonly id: string;
  /** Whether the page is a form of the record, so that others see the user. */
  readonly isForm?: boolean;
  readonly sx?: AlertProps['sx'];
}

/** Says live who else is editing a record, to users who may view it. It locks nothing. */
export function RecordEditors({ entityType, id, isForm = false, sx = { mb: 2 } }: RecordEditorsProps) {
  const { can } = useAccess();
  const { view, edit } = EDITED_RECORDS[entityType];
  return (
    <>
      {isForm && can(edit) ? <Report key={id} entityType={entityType} entityId={id} /> : null}
      {can(view) ? <Others key={`others ${id}`} record={{ entityType, entityId: id }} sx={sx} /> : null}
    </>
  );
}

/** Asks who else is editing together with the page's record. */
export function useEditorsAhead(entityType: EditedRecordType, id: string, enabled = true): void {
  const { can } = useAccess();
  const isAllowed = can(EDITED_RECORDS[entityType].view);
  useAhead(
    recordEditors,
    { query: { entityType, entityId: id } },
    { ...ONCE_A_VISIT, enabled: enabled && isAllowed },
  );
}

const never = () => false;

function Others({ record, sx }: { readonly record: EditedRecord; readonly sx: AlertProps['sx'] }) {
  const input = { query: record };
  const { data = [] } = useEndpointQuery(recordEditors, input, {
    ...ONCE_A_VISIT,
    // A form whose computer was switched off does not say that it has left.
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) === 0 ? false : EDITING_REPORT_MS),
  });
  useLiveRefresh(recordEditors, input, never, editingTopic(record));
  const text = editingText(data.map(({ name }) => name));
  return text === null ? null : (
    <Alert severity="info" translate="no" sx={sx ?? {}}>
      {text}
    </Alert>
  );
}

/** Reports the user as editing until the form is left. */
function Report({ entityType, entityId }: EditedRecord) {
  useEffect(() => {
    const report = async (isEditing: boolean) => {
      try {
        await call(recordEditing, { body: { entityType, entityId, isEditing }, outlivesPage: !isEditing });
      } catch (error) {
        // Others do not see the user; the form works.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    const leave = () => void report(false);
    void report(true);
    const timer = setInterval(() => void report(true), EDITING_REPORT_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [entityType, entityId]);
  return null;
}
