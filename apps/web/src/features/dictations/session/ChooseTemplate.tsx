import { Alert, Box, Stack } from '@mui/material';
import { orderGet } from '@portal/contract/orders';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { OrderNotice } from '../order/OrderNotice.tsx';
import { QuickStart } from './QuickStart.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { useDaySession } from './use-day-session.ts';

interface ChooseTemplateProps {
  /** '' if it is not known yet. */
  readonly patientId: string;
  /** The order that the dictation is started from; '' for none. */
  readonly orderId: string;
}

/** `/dictations/new` without a template: asks for one and shows the same session settings as `/dictations`. */
export function ChooseTemplate({ patientId, orderId }: ChooseTemplateProps) {
  const session = useDaySession();
  const query = useEndpointQuery(orderGet, { params: { id: orderId } }, { enabled: orderId !== '' });
  const order = query.data;
  return (
    <PageContent>
      <PageHeader
        title="New Dictation"
        subtitle="Choose a template to start a dictation."
        backTo="/dictations"
      />
      {order === undefined ? null : (
        <Box sx={{ mb: 2 }}>
          <OrderNotice orderId={order.id} patientId={order.patient.id} />
        </Box>
      )}
      {query.error === null ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {explainError(query.error, 'Failed to fetch order')}
        </Alert>
      )}
      {patientId === '' ? null : <PatientAlerts patientId={patientId} sx={{ mb: 2 }} />}
      <Stack sx={{ gap: 2, '& > section.MuiCard-root': { mt: 0 } }}>
        <SessionSettings session={session} />
        <QuickStart
          session={session}
          patientId={patientId === '' ? (order?.patient.id ?? '') : patientId}
          order={order}
        />
      </Stack>
    </PageContent>
  );
}
