import { Alert, Box, Stack, Typography } from '@mui/material';
import type { timecardActive, Timecard } from '@portal/contract/timecards';
import type { ResultOf } from '@portal/contract/endpoint';
import { clockState, isTooLong, LONG_CARD_HOURS } from '@portal/domain/timecard';
import { lunchSeconds, workedSeconds, workTime } from '@portal/domain/work-time';
import { useEffect, useId, useState } from 'react';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { ClockButtons } from './ClockButtons.tsx';
import { clockText } from './time-format.ts';

interface ClockCardProps {
  readonly active: ResultOf<typeof timecardActive>;
  /** When the response arrived, in milliseconds since 1970. */
  readonly receivedAt: number;
}

const CHIPS = {
  NotClockedIn: { label: 'Not Clocked In', color: 'default' },
  ClockedIn: { label: 'Clocked In', color: 'success' },
  BackAtWork: { label: 'Clocked In', color: 'success' },
  OnLunch: { label: 'On Lunch Break', color: 'warning' },
} as const;

const SECOND_MS = 1000;

/**
 * The current server time, updated every second; the local clock may be wrong. `serverTime` is from a response that arrived at
 * `receivedAt` (milliseconds since 1970 on the local clock).
 */
function useTimecardClock(serverTime: string, receivedAt: number): Date {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      // Ticks on the full second, so that the display never skips one.
      timer = setTimeout(tick, SECOND_MS - ((Date.now() - receivedAt) % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [receivedAt]);
  return new Date(Date.parse(serverTime) + Math.max(0, now - receivedAt));
}

/** The user's clock state with a live clock, and the clock buttons. */
export function ClockCard({ active, receivedAt }: ClockCardProps) {
  const times = usePracticeTimes();
  const now = useTimecardClock(active.serverTime, receivedAt);
  const warningId = useId();
  const card = active.timecard;
  const state = clockState(card);
  return (
    <Section title="Current Status" actions={<StatusChip {...CHIPS[state]} />}>
      <Stack spacing={2}>
        <Box>
          <Typography
            component="time"
            role="timer"
            aria-label="Current time"
            sx={{ fontSize: '2.5rem', fontWeight: 650, lineHeight: 1.1, fontVariantNumeric: 'tabular-nums' }}
          >
            {times.timeWithSeconds(now)}
          </Typography>
          <Typography color="textSecondary">{times.date(now)}</Typography>
        </Box>
        {card === null ? (
          <Typography>Clock in when you start work.</Typography>
        ) : (
          <Figures card={card} now={now} times={times} />
        )}
        {state === 'OnLunch' ? (
          <Alert severity="warning" id={warningId}>
            You are on your lunch break. End lunch before you clock out.
          </Alert>
        ) : null}
        {card !== null && isTooLong(card, now) ? (
          <Alert severity="error">
            You have been clocked in for more than {LONG_CARD_HOURS} hours. If you forgot to clock out, clock
            out now and ask a supervisor to correct your timecard.
          </Alert>
        ) : null}
        <ClockButtons card={card} warningId={warningId} />
      </Stack>
    </Section>
  );
}

function Figures({
  card,
  now,
  times,
}: {
  readonly card: Timecard;
  readonly now: Date;
  readonly times: PracticeTimes;
}) {
  const work = workTime(card, now);
  const { lunchStartTime, lunchEndTime, notes } = card;
  return (
    <DetailList
      items={[
        { label: 'Clocked In', value: clockedInText(times, card.clockInTime, now) },
        {
          label: 'Elapsed Time',
          value: <Running seconds={workedSeconds(work)} />,
        },
        { label: 'Lunch', value: lunchText(card, times) },
        ...(lunchStartTime === null
          ? []
          : [
              {
                label: lunchEndTime === null ? 'On Lunch For' : 'Lunch Duration',
                value: <Running seconds={lunchSeconds(work)} />,
              },
            ]),
        ...(notes === null
          ? []
          : [{ label: 'Notes', value: <Box sx={{ whiteSpace: 'pre-wrap' }}>{notes}</Box>, wide: true }]),
      ]}
    />
  );
}

/** A running time with fixed-width digits. */
function Running({ seconds }: { readonly seconds: number }) {
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
      {clockText(seconds)}
    </Box>
  );
}

function clockedInText(times: PracticeTimes, clockInTime: string, now: Date): string {
  const day = times.date(clockInTime);
  const time = times.time(clockInTime);
  return day === times.date(now) ? time : `${time} on ${day}`;
}

function lunchText(card: Timecard, times: PracticeTimes): string {
  const { lunchStartTime, lunchEndTime } = card;
  if (lunchStartTime === null) {
    if (card.lunchDue) return 'Required, not taken yet';
    return card.lunchRequired ? 'Taken earlier today' : 'Not taken';
  }
  const start = times.time(lunchStartTime);
  return lunchEndTime === null ? `Since ${start}` : `${start} – ${times.time(lunchEndTime)}`;
}
