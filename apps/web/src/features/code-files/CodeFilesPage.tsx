import { Button } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { usePractice } from '#lib/query/use-practice.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { AddFiles } from './AddFiles.tsx';
import { isOpen } from './code-file-labels.ts';
import { afterUndo, kindStates } from './editions.ts';
import { FileHistory } from './FileHistory.tsx';
import { LoadedKinds } from './LoadedKinds.tsx';
import { useCodeFiles } from './use-code-files.ts';

/** Code Files page: which editions of the official files count, new files, and the earlier ones. */
export function CodeFilesPage() {
  const query = useCodeFiles();
  const practice = usePractice();
  return (
    <PageContent>
      <PageHeader
        title="Code Files"
        actions={
          <Button component={RouterLink} to="/admin/billing-codes/files/changes" variant="outlined">
            What Changed
          </Button>
        }
      />
      <RecordPart query={practice} fallback="Failed to load the practice">
        {({ today }) => (
          <RecordPart query={query} fallback="Failed to load code files">
            {({ data: files }) => {
              const earlier = files.filter((file) => !isOpen(file));
              return (
                <>
                  <LoadedKinds states={kindStates(files, today)} />
                  <AddFiles files={files.filter((file) => isOpen(file))} />
                  {earlier.length === 0 ? null : (
                    <FileHistory files={earlier} afterUndo={(file) => afterUndo(files, file, today)} />
                  )}
                </>
              );
            }}
          </RecordPart>
        )}
      </RecordPart>
    </PageContent>
  );
}
