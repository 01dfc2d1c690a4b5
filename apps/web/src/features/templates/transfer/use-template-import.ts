import {
  MAX_TEMPLATE_FILE_BYTES,
  parseTemplateFile,
  templateImport,
  templateImportPreview,
  type TemplateImportReport,
} from '@portal/contract/template-file';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';

interface Chosen {
  readonly name: string;
  readonly text: string;
  readonly report: TemplateImportReport;
}

/** Checks a file of templates and imports it. */
export function useTemplateImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [isDone, setDone] = useState(false);
  const mutation = useEndpointMutation(templateImport, {
    alsoChanges: ['Billing code rules', 'Template cases', 'Location headers'],
  });

  const checkText = async (name: string, text: string) => {
    try {
      setChosen({ name, text, report: await call(templateImportPreview, { body: { text } }) });
    } catch (failure) {
      setError(textOf(failure, 'Failed to check the file'));
    }
  };
  const check = async (file: File) => {
    setError(null);
    setChosen(null);
    if (file.size > MAX_TEMPLATE_FILE_BYTES) {
      setError(`The file is larger than ${MAX_TEMPLATE_FILE_BYTES / 1024 / 1024} MB.`);
      return;
    }
    setChecking(true);
    try {
      const text = await file.text();
      const parsed = parseTemplateFile(text);
      if ('problem' in parsed) setError(parsed.problem);
      else await checkText(file.name, text);
    } catch {
      setError('The file could not be read.');
    } finally {
      setChecking(false);
    }
  };
  const start = async (reason: string | undefined) => {
    if (chosen === null) return;
    setError(null);
    const { name, text, report } = chosen;
    const body = { text, basis: report.basis, ...(reason !== undefined && { reason }) };
    try {
      setChosen({ name, text, report: await mutation.mutateAsync({ body }) });
      setDone(true);
    } catch (failure) {
      setError(textOf(failure, 'Failed to import templates'));
      // Shows what the import would do now.
      if (failure instanceof ApiError && failure.code === 'STALE') await checkText(name, text);
    }
  };
  return { chosen, error, isChecking, isImporting: mutation.isPending, isDone, check, start };
}

const textOf = (failure: unknown, fallback: string): string =>
  failure instanceof ApiError ? explainError(failure, fallback) : fallback;
