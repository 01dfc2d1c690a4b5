import { Alert, Box, Button, Link } from '@mui/material';
import { formatDateUs } from '@portal/domain/date';
import { limitNotice } from '@portal/domain/payer-limit-text';
import { expectLimits, type LimitCount } from '@portal/domain/payer-limits';
import { isNoShow } from '@portal/domain/template/billing-option';
import { useId, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { OpenDictation } from '../signing/open-findings.ts';
import { usePayerLimits } from '../signing/use-payer-limits.ts';

/** Above the editor: how often the patient had the procedures of the template, where payers limit that. */
export function PayerLimitNotice({ dictation }: { readonly dictation: OpenDictation }) {
  const met = usePayerLimits(dictation);
  const { procedureDate, lines, billingOption } = dictation;
  const counts = useMemo(() => {
    if (met === null || isNoShow(billingOption)) return [];
    const procedures = lines.filter(({ codeType }) => codeType === 'CPT');
    return expectLimits(
      met.limits,
      { procedureDate, lines: procedures, notes: met.notes },
      met.codes,
    ).flatMap((count) => {
      const text = limitNotice(count);
      return text === null ? [] : [{ ...count, text }];
    });
  }, [met, procedureDate, lines, billingOption]);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (counts.length === 0) return null;
  const isWarning = counts.some(({ status }) => status !== 'paid');
  const hasSessions = counts.some(({ earlier }) => earlier.length > 0);
  return (
    <Alert
      severity={isWarning ? 'warning' : 'info'}
      role={isWarning ? 'alert' : 'status'}
      action={
        hasSessions ? (
          <Button
            color="inherit"
            size="small"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide sessions' : 'Show sessions'}
          </Button>
        ) : null
      }
    >
      <Box id={listId}>
        {counts.map((count) => (
          <div key={`${count.limit.id} ${count.side ?? ''}`}>
            {count.text}
            {isOpen ? <Sessions earlier={count.earlier} /> : null}
          </div>
        ))}
      </Box>
    </Alert>
  );
}

/** The days of earlier sessions, with links to their notes. */
function Sessions({ earlier }: Pick<LimitCount, 'earlier'>) {
  return (
    <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5 }}>
      {earlier.flatMap(({ day, dictationIds }) =>
        dictationIds.map((id) => (
          <li key={id}>
            <Link
              component={RouterLink}
              to={`/dictations/${id}`}
              color="inherit"
              sx={{ display: 'inline-block', py: { xs: 1.5, sm: 0.25 } }}
            >
              {formatDateUs(day)}
            </Link>
          </li>
        )),
      )}
    </Box>
  );
}
