import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Button, Stack, Typography } from '@mui/material';
import {
  SPEECH_TOPIC,
  type SpeechSettings,
  speechBody,
  speechGet,
  speechSave,
  speechSettings,
} from '@portal/contract/speech';
import {
  MAX_SPEECH_WORD,
  MAX_SPEECH_WORDS,
  speechWordsCsv,
  speechWordsOf,
  withImportedWords,
} from '@portal/domain/speech/speech-words';
import { counted, tooManyCharacters } from '@portal/domain/text';
import { MAX_PHRASES } from '@portal/domain/speech/phrases';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { readTextFile } from '#lib/files/read-text-file.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
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
        {(settings) => <SpeechForm settings={settings} />}
      </RecordPart>
    </Section>
  );
}

const NEWS = { topic: SPEECH_TOPIC, text: 'The words for speech were changed' };

function SpeechForm({ settings }: { readonly settings: SpeechSettings }) {
  const save = useEndpointMutation(speechSave);
  const toast = useToast();
  const form = useAppForm(speechBody, {
    about: 'words for speech',
    defaultValues: settings,
    draft: 'speechSave',
    onSubmit: async (body) => {
      const saved = await save.mutateAsync({ body });
      toast.success('Words for speech saved');
      return saved;
    },
    errorFallback: 'Failed to save the words for speech',
    stale: {
      read: (current) => speechSettings.safeParse(current).data ?? null,
      labels: { words: 'Words', commandWord: 'Word before commands' },
    },
  });
  const words = useWatch({ control: form.control, name: 'words' });
  return (
    <Form form={form} focusesFirst={false}>
      <EditedRecordNews id={NEWS} sx={{}} />
      <Typography variant="body2" color="textSecondary">
        Words that people say here and that a recognizer may not know, one per line: drugs, devices, names of
        procedures. Options and labels of the open template are known already. A recognizer gets at most{' '}
        {MAX_PHRASES} words and phrases: options of the template first, then these.
      </Typography>
      <FormTextField
        control={form.control}
        name="words"
        label="Words"
        rows={12}
        placeholder="Zilretta"
        helperText={`At most ${MAX_SPEECH_WORD} characters on a line`}
      />
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
    const imported = 'error' in result ? words : withImportedWords(words, result.text);
    const count = speechWordsOf(imported).length - speechWordsOf(words).length;
    const tooLong = tooManyCharacters(imported, MAX_SPEECH_WORDS);
    if ('error' in result) toast.error(result.error);
    else if (tooLong !== null) toast.error(`Nothing was imported: the list would have ${tooLong}.`);
    else if (count === 0) toast.info('All words of the file are in the list already.');
    else {
      onImport(imported);
      toast.info(`${counted(count, 'word was', 'words were')} added. Save to keep them.`);
    }
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
