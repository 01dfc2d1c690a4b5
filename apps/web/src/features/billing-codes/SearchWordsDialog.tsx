import { Typography } from '@mui/material';
import { codeSearchWords, codeSearchWordsGet, codeSearchWordsSave } from '@portal/contract/code-search-words';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { Waiting } from '#ui/Waiting.tsx';

interface SearchWordsDialogProps {
  readonly onClose: () => void;
}

/** Dialog for the words that the search of codes understands. */
export function SearchWordsDialog({ onClose }: SearchWordsDialogProps) {
  const { data, error, refetch } = useEndpointQuery(codeSearchWordsGet, {}, useFormQuery());
  return (
    <FormDialog title="Search Words" size="sm" onClose={onClose}>
      {data !== undefined ? (
        <SearchWordsForm words={data.words} onClose={onClose} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <ErrorPanel
          message={errorText(error, 'Failed to load search words')}
          hint={errorHint(error)}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
    </FormDialog>
  );
}

function SearchWordsForm({ words, onClose }: SearchWordsDialogProps & { readonly words: string }) {
  const save = useEndpointMutation(codeSearchWordsSave);
  const toast = useToast();
  const form = useAppForm(codeSearchWords, {
    about: 'search words',
    defaultValues: { words },
    onSubmit: async (body) => {
      await save.mutateAsync({ body });
      toast.success('Search words saved');
      onClose();
    },
    errorFallback: 'Failed to save search words',
  });
  return (
    <Form form={form}>
      <Typography variant="body2" color="textSecondary">
        Abbreviations and brand names that people type, one per line, each with words of the description.
      </Typography>
      <FormTextField
        control={form.control}
        name="words"
        label="Search words"
        rows={12}
        placeholder="LBP = low back pain"
      />
      <FormActions />
    </Form>
  );
}
