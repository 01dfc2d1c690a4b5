import {
  codeFileCancel,
  codeFileDiscard,
  codeFileGet,
  codeFileList,
  codeFileLoad,
  codeFileUndo,
  type CodeFile,
} from '@portal/contract/code-files';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery, useInvalidateArea } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { isRunning } from './code-file-labels.ts';

/** Refresh intervals in milliseconds, while something runs and otherwise. */
const RUNNING_MS = 1000;
const IDLE_MS = 30_000;

/** The newest files. Other screens read codes again once a file has been loaded or undone. */
export function useCodeFiles() {
  const query = useEndpointQuery(
    codeFileList,
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? RUNNING_MS : IDLE_MS) },
  );
  const reload = useInvalidateArea();
  const loaded = query.data?.data.filter(({ status }) => status === 'Loaded').map(({ id }) => id);
  const counts = loaded?.join(' ');
  const before = useRef(counts);
  useEffect(() => {
    if (before.current !== undefined && before.current !== counts) void reload('Billing codes');
    before.current = counts;
  }, [counts, reload]);
  return query;
}

/** What the check of a file found; read again when its status changes. */
export const useFileDetails = ({ id, status }: Pick<CodeFile, 'id' | 'status'>) =>
  useEndpointQuery(
    codeFileGet,
    { params: { id } },
    { copy: status, gcTime: 0, placeholderData: keepPreviousData },
  );

/** Actions of a file. Failures are shown as a toast. */
export function useFileActions() {
  const toast = useToast();
  const onError = (fallback: string) => ({
    onError: (error: unknown) => toast.error(explainError(error, fallback)),
  });
  return {
    load: useEndpointMutation(codeFileLoad, onError('Failed to load the file')),
    cancel: useEndpointMutation(codeFileCancel, onError('Failed to cancel')),
  };
}

/** Asks before a file that is not loaded is deleted. */
export function useDiscard(): (file: CodeFile) => Question {
  const discard = useEndpointMutation(codeFileDiscard);
  return ({ id, fileName }) => ({
    title: 'Discard this file?',
    text: `${fileName} will be deleted here. None of its rows count.`,
    confirmLabel: 'Discard',
    errorFallback: 'Failed to discard the file',
    onConfirm: () => discard.mutateAsync({ params: { id } }),
  });
}

/** Asks before the rows of a loaded file are removed. `then` says what counts afterwards. */
export function useUndo(then: (file: CodeFile) => string): (file: CodeFile) => Question {
  const undo = useEndpointMutation(codeFileUndo);
  return (file) => ({
    title: 'Undo this file?',
    text: `The rows of ${file.fileName} will be removed. ${then(file)} Signed notes stay as they are.`,
    confirmLabel: 'Undo',
    isDanger: true,
    records: [file.fileName],
    errorFallback: 'Failed to undo the file',
    onConfirm: async () => {
      await undo.mutateAsync({ params: { id: file.id } });
    },
  });
}
