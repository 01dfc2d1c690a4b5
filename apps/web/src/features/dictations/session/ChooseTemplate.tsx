import { Stack } from '@mui/material';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { QuickStart } from './QuickStart.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { useDaySession } from './use-day-session.ts';

/** `/dictations/new` without a template: asks for one and shows the same session settings as `/dictations`. */
export function ChooseTemplate({ patientId }: { readonly patientId: string }) {
  const session = useDaySession();
  return (
    <PageContent>
      <PageHeader
        title="New Dictation"
        subtitle="Choose a template to start a dictation."
        backTo="/dictations"
      />
      {patientId === '' ? null : <PatientAlerts patientId={patientId} sx={{ mb: 2 }} />}
      <Stack sx={{ gap: 2, '& > section.MuiCard-root': { mt: 0 } }}>
        <SessionSettings session={session} />
        <QuickStart session={session} patientId={patientId} />
      </Stack>
    </PageContent>
  );
}
