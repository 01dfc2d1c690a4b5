import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { speechGet, speechSave, speechSettings } from '@portal/contract/speech';
import { speechWordsCsv, withImportedWords } from '@portal/domain/speech/speech-words';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { readTextFile } from '#lib/files/read-text-file.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

/** What the practice sets for speech. */
export function SpeechTab() {
  const query = useEndpointQuery(speechGet, {}, useFormQuery());
  return (
    <Section title="Words for speech">
      <RecordPart query={query} fallback="Failed to load the words for speech">
        {({ words, commandWord }) => <SpeechForm words={words} commandWord={commandWord} />}
      </RecordPart>
    </Section>
  );
}

function SpeechForm(defaultValues: { readonly words: string; readonly commandWord: string }) {
  const save = useEndpointMutation(speechSave);
  const toast = useToast();
  const form = useAppForm(speechSettings, {
    about: 'words for speech',
    defaultValues: { words: defaultValues.words, commandWord: defaultValues.commandWord },
    onSubmit: async (body) => {
      const saved = await save.mutateAsync({ body });
      toast.success('Words for speech saved');
      return saved;
    },
    errorFallback: 'Failed to save the words for speech',
  });
  const words = useWatch({ control: form.control, name: 'words' });
  return (
    <Form form={form} focusesFirst={false}>
      <Typography variant="body2" color="textSecondary">
        Words that people say here and that a recognizer may not know, one per line: drugs, devices, names of
        procedures. Options and labels of the open template are known already.
      </Typography>
      <FormTextField control={form.control} name="words" label="Words" rows={12} placeholder="Zilretta" />
      <Transfer
        words={words}
        onImport={(imported) => form.methods.setValue('words', imported, { shouldDirty: true })}
      />
      <FormTextField
        control={form.control}
        name="commandWord"
        label="Word before commands"
        helperText="Said before each spoken command, such as “portal next field”"
      />
      <FormActions />
    </Form>
  );
}

interface TransferProps {
  readonly words: string;
  readonly onImport: (words: string) => void;
}

function Transfer({ words, onImport }: TransferProps) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const read = async (file: File) => {
    const result = await readTextFile(file);
    if ('error' in result) toast.error(result.error);
    else onImport(withImportedWords(words, result.text));
  };
  const exportCsv = () =>
    saveFile(
      { blob: new Blob([speechWordsCsv(words)], { type: 'text/csv' }), fileName: null },
      'words-for-speech.csv',
    );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        disabled={words.trim() === ''}
        onClick={exportCsv}
      >
        Export CSV
      </Button>
      <Button variant="outlined" startIcon={<FileUploadOutlined />} onClick={() => input.current?.click()}>
        Import CSV
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV file with words"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          // Allows choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
    </Stack>
  );
}
