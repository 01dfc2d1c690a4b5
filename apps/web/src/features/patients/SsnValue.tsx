import { Box, Button, Typography } from '@mui/material';
import { patientGet } from '@portal/contract/patients';
import { formatSsn, isValidSsn } from '@portal/domain/ssn';
import { useEffect, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useAccess } from '#lib/session/use-session.ts';

/** How long the full number stays visible, in milliseconds. */
const SHOWN_MS = 30_000;

interface SsnValueProps {
  readonly patientId: string;
  /** The masked number from the server: with the last four digits, or without any if the user may not see them. */
  readonly masked: string;
}

/**
 * A masked social security number. Users with permission can show the full number, which is audited. It is hidden again
 * after 30 seconds and stored only in this component.
 */
export function SsnValue({ patientId, masked }: SsnValueProps) {
  const { can } = useAccess();
  const [full, setFull] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (full === null) return undefined;
    const timer = setTimeout(() => setFull(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [full]);

  const show = async () => {
    setLoading(true);
    setError(null);
    try {
      const { socialSecurityNumber: ssn } = await call(patientGet, {
        params: { id: patientId },
        query: { fullSsn: 'true' },
      });
      if (ssn !== null && isValidSsn(ssn)) setFull(formatSsn(ssn));
      else setError('You do not have access to the full number.');
    } catch (failure) {
      setError(explainError(failure, 'Failed to fetch patient'));
    } finally {
      setLoading(false);
    }
  };
  const isShown = full !== null && can('Patient.ViewSsn');
  return (
    <>
      <Box component="span" aria-live="polite" sx={{ fontVariantNumeric: 'tabular-nums', mr: 1 }}>
        {isShown ? full : masked}
      </Box>
      {can('Patient.ViewSsn') ? (
        <Button
          size="small"
          loading={isLoading}
          aria-label={`${isShown ? 'Hide' : 'Show'} social security number`}
          onClick={() => (isShown ? setFull(null) : void show())}
          sx={{ minWidth: 0, py: 0, px: 0.75, '@media print': { display: 'none' } }}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      ) : null}
      {error === null ? null : (
        <Typography variant="body2" color="error" role="alert">
          {error}
        </Typography>
      )}
    </>
  );
}
