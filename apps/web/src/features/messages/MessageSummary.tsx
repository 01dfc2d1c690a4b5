import { Box, Stack, Typography } from '@mui/material';
import type { PhoneMessageRecord } from '@portal/contract/messages';
import { CATEGORY_LABELS } from '@portal/domain/message-status';
import { patientLabel } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Section } from '#ui/Section.tsx';
import { useNow } from '#ui/use-now.ts';
import { PriorityMark } from '#ui/StatusChip.tsx';
import { CallTime } from './CallTime.tsx';
import { MessageStatusChip } from './MessageStatusChip.tsx';

/** Summary of a message, shown above the assign and complete forms. */
export function MessageSummary({ message }: { readonly message: PhoneMessageRecord }) {
  const times = usePracticeTimes();
  const now = useNow();
  const { callerName, callerPhone, patient } = message;
  const caller = callerPhone === null ? callerName : `${callerName}, ${formatPhone(callerPhone)}`;
  return (
    <Section
      title={CATEGORY_LABELS[message.category]}
      actions={
        <Stack direction="row" spacing={1}>
          <PriorityMark priority={message.priority} />
          <MessageStatusChip status={message.status} />
        </Stack>
      }
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 1, mb: 1.5 }}>
        <Box>
          <div>{caller}</div>
          {patient === null ? null : (
            <Typography variant="body2" color="textSecondary">
              About {patientLabel(patient)}
            </Typography>
          )}
        </Box>
        <CallTime message={message} text={times.dateTime(message.callDateTime)} now={now} />
      </Stack>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message.message}</Typography>
    </Section>
  );
}
