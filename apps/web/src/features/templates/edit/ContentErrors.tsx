import { Alert, AlertTitle, Box } from '@mui/material';
import type { ContentFinding } from '@portal/domain/template/check';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { useEffect, useRef } from 'react';

interface ContentErrorsProps {
  readonly errors: readonly ContentFinding[];
  readonly content: TemplateContent;
  /** Number of save attempts. Each one moves the focus here. */
  readonly tries?: number;
  readonly title?: string;
}

/** The errors that prevent saving. The builder also shows each at its field. */
export function ContentErrors({
  errors,
  content,
  tries = 0,
  title = 'The template cannot be saved yet',
}: ContentErrorsProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) alert.current?.focus();
  }, [tries]);
  const labels = new Map(fieldsOf(content).map(({ id, label }) => [id, label]));
  return (
    <Alert severity="error" ref={alert} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{title}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            {labels.get(fieldId) ?? fieldId}: {message}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
