import {
  practiceLogoChange,
  practiceLogoUpload,
  practiceMark,
  type PracticeLogo,
} from '@portal/contract/practice';
import { practice } from '@portal/contract/system';
import { MAX_LOGO_BYTES } from '@portal/domain/letterhead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { randomId } from '#lib/api/random-id.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { upload } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { reloadAreas } from '#lib/query/endpoint-query.ts';
import { useToast } from '#ui/ToastProvider.tsx';

interface CurrentLogo {
  readonly logo: PracticeLogo | null;
  readonly version: number;
}

const AREAS = [practiceMark.tag, practice.tag];

/** Uploads and removes the logo. Each change offers to put the former one back. */
export function useLogo({ logo, version }: CurrentLogo) {
  const client = useQueryClient();
  const toast = useToast();
  const [error, setError] = useState<string | null>(null);
  const choose = useEndpointMutation(practiceLogoChange, { alsoChanges: AREAS });
  const fail = (failure: unknown) => setError(explainError(failure, 'Failed to change the logo'));
  /** `from` is the version that the change made. */
  const change = (to: string | null, from: number, text: string, hasUndo: boolean) => {
    setError(null);
    choose.mutate(
      { body: { logo: to, version: from } },
      {
        onError: fail,
        onSuccess: (changed) =>
          toast.success(text, hasUndo ? undoOf(logo?.id ?? null, changed.version) : undefined),
      },
    );
  };
  const undoOf = (former: string | null, from: number) => ({
    label: 'Undo',
    onClick: () => change(former, from, former === null ? 'The logo was removed' : 'The logo is back', false),
  });
  const sending = useMutation({
    mutationFn: (file: File) =>
      upload(practiceLogoUpload, { body: { version: String(version) }, file, idempotencyKey: randomId() }),
    onError: fail,
    onSuccess: async (changed) => {
      await reloadAreas(client, ...AREAS);
      toast.success('The logo was uploaded', undoOf(logo?.id ?? null, changed.version));
    },
  });
  return {
    error,
    isBusy: sending.isPending || choose.isPending,
    upload: (file: File) => {
      setError(null);
      // The server would read all of it before it refuses it.
      if (file.size > MAX_LOGO_BYTES)
        setError('Files can be at most 2 MB. Make the picture smaller, and upload it again.');
      else sending.mutate(file);
    },
    remove: () => change(null, version, 'The logo was removed', true),
  };
}
