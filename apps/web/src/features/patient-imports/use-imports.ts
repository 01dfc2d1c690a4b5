import {
  patientImportCancel,
  patientImportCheck,
  patientImportDetails,
  patientImportExport,
  patientImportHeader,
  patientImportList,
  patientImportSheet,
  patientImportNotesExport,
  patientImportStart,
  patientImportUpload,
  type PatientImport,
} from '@portal/contract/patient-imports';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { randomId } from '#lib/api/random-id.ts';
import { call, upload } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery, useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { isDraft, isOpen, isRunning } from './import-labels.ts';

/** Refresh intervals in milliseconds, while something runs and otherwise. */
const RUNNING_MS = 1000;
const IDLE_MS = 30_000;

/** The newest imports, and the one to show: the open one, or else the one that was open last on this page. */
export function useImports() {
  const query = useEndpointQuery(
    patientImportList,
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? RUNNING_MS : IDLE_MS) },
  );
  const [lastId, setLastId] = useState<string | null>(null);
  const all = query.data?.data ?? [];
  const open = all.find(isOpen);
  if (open !== undefined && open.id !== lastId) setLastId(open.id);
  const current = open ?? all.find(({ id }) => id === lastId) ?? null;
  useReloadPatients(current);
  return { query, all, current, forget: () => setLastId(null) };
}

/** Reloads lists of patients once an import or undo has ended. */
function useReloadPatients(current: PatientImport | null): void {
  const reload = useInvalidateArea();
  const hasEnded = current !== null && !isDraft(current) && !isRunning(current);
  useEffect(() => {
    if (hasEnded) void reload('Patients', 'Dashboard');
  }, [hasEnded, reload]);
}

/** What is known about the content of a draft; read again after each check. */
export const useImportDetails = ({ id, status }: PatientImport) =>
  useEndpointQuery(
    patientImportDetails,
    { params: { id } },
    { copy: status, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );

/** Actions of an import. Failures are shown as a toast, except those with a form or dialog. */
export function useImportActions() {
  const toast = useToast();
  const onError = (fallback: string) => ({
    onError: (error: unknown) => toast.error(explainError(error, fallback)),
  });
  return {
    check: useEndpointMutation(patientImportCheck, onError('Failed to check the file')),
    chooseHeader: useEndpointMutation(
      patientImportHeader,
      onError('Failed to read the columns from this line'),
    ),
    start: useEndpointMutation(patientImportStart, onError('Failed to start the import')),
    cancel: useEndpointMutation(patientImportCancel, onError('Failed to cancel')),
    download: useDownload(patientImportExport, 'patients-to-fix.csv'),
    downloadNotes: useDownload(patientImportNotesExport, 'patients-with-notes.csv'),
  };
}

/** Checks a file with the guessed or saved mapping, if there is one. */
async function checkGuessed(id: string): Promise<void> {
  const { mapping, dateOrder, answers, choices, mappingTrouble } = await call(patientImportDetails, {
    params: { id },
  });
  if (mappingTrouble !== null) return;
  await call(patientImportCheck, {
    params: { id },
    body: { columns: mapping, dateOrder, words: answers, choices },
  });
}

/** Chooses a sheet of a workbook, and checks it with the guessed mapping, if there is one. */
export function useSheetChoice(id: string) {
  const reload = useInvalidateArea();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const choose = async (sheet: string) => {
    setPending(true);
    try {
      await call(patientImportSheet, { params: { id }, body: { sheet } });
      await checkGuessed(id);
    } catch (failure) {
      toast.error(explainError(failure, 'Failed to read the sheet'));
    } finally {
      await reload(patientImportSheet.tag);
      setPending(false);
    }
  };
  return { choose, isPending };
}

/** Uploads a file and checks it with the guessed mapping, if there is one. */
export function useFileUpload() {
  const reload = useInvalidateArea();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setShare(0);
    try {
      const { id } = await upload(patientImportUpload, {
        file,
        idempotencyKey: randomId(),
        signal: controller.signal,
        onProgress: setShare,
      });
      await checkGuessed(id);
    } catch (failure) {
      if (!controller.signal.aborted) setError(explainError(failure, 'Failed to upload the file'));
    } finally {
      setShare(null);
      await reload(patientImportUpload.tag);
    }
  };
  return { start, share, error, cancel: () => running.current?.abort() };
}
