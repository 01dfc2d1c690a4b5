import { Alert } from '@mui/material';
import { patientGet } from '@portal/contract/patients';
import { dictationTemplateGet } from '@portal/contract/templates';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { EditorStart } from '../start/editor-start.ts';

const CONTINUE = 'A dictation that was begun before can still be finished and saved.';

/** In the editor of a new dictation: says at once that its template was deactivated. */
export function DeactivatedTemplate({ start }: { readonly start: EditorStart }) {
  const { templateId } = start.target;
  const input = { params: { id: templateId }, query: { includeInactive: 'true' } } as const;
  const now = useEndpointQuery(dictationTemplateGet, input, { enabled: false, gcTime: 0 });
  useLiveRefresh(dictationTemplateGet, input, ({ entityId }) => entityId === templateId);
  return (now.data?.isActive ?? start.isTemplateActive) ? null : (
    <Alert severity="warning">
      The template “{start.templateName}” was deactivated. {CONTINUE}
    </Alert>
  );
}

/** In the editor of a new dictation: says at once that its patient was deactivated. */
export function DeactivatedPatient({ patientId }: { readonly patientId: string }) {
  const input = { params: { id: patientId }, query: {} };
  const { data } = useEndpointQuery(patientGet, input, { enabled: false });
  useLiveRefresh(patientGet, input, ({ entityId }) => entityId === patientId);
  return data?.isActive === false ? (
    <Alert severity="warning">This patient was deactivated. {CONTINUE}</Alert>
  ) : null;
}
