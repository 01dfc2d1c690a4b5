import { Alert, type AlertProps } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { changedTopic, pushedActivity } from '#lib/live/live.ts';

/** A record without activities: the topic of its changes, and what to say about them, such as "This schedule was changed". */
interface ChangedRecord {
  readonly topic: string;
  readonly text: string;
}

/** The records that a form or dialog is about: ids, or a topic. */
export type NewsOf = string | readonly string[] | ChangedRecord;

interface EditedRecordNewsProps {
  readonly id: NewsOf;
  /** Above a dialog that only asks, nothing was entered. */
  readonly isQuestion?: boolean;
  readonly sx?: AlertProps['sx'];
}

/** Above a form or question: says at once what somebody else did to the record, such as cancel, sign or deactivate it. */
export function EditedRecordNews({ id, isQuestion = false, sx = { mb: 2 } }: EditedRecordNewsProps) {
  const [news, setNews] = useState<string | null>(null);
  const isAbout = useEffectEvent((entityId: string | null) =>
    typeof id === 'string' ? id === entityId : !('topic' in id) && entityId !== null && id.includes(entityId),
  );
  const textOf = useEffectEvent((topic: string) =>
    typeof id !== 'string' && 'topic' in id && id.topic === topic ? id.text : null,
  );
  useEffect(() => {
    const stopListening = pushedActivity.listen(({ entityId, isOwn, description }) => {
      if (isOwn !== true && isAbout(entityId)) setNews(description);
    });
    const stopFollowing = changedTopic.listen((topic) => {
      const text = textOf(topic);
      if (text !== null) setNews(text);
    });
    return () => {
      stopListening();
      stopFollowing();
    };
  }, []);
  if (news === null) return null;
  return (
    <Alert severity="warning" sx={sx ?? {}}>
      {isQuestion
        ? `While this question was open: ${news}.`
        : `While you were editing: ${news}. What you entered is still here.`}
    </Alert>
  );
}
