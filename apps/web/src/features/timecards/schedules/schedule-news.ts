import { scheduleTopic } from '@portal/contract/timecard-schedules';
import type { NewsOf } from '#ui/form/EditedRecordNews.tsx';

/** What forms of an employee's schedule say when somebody else changes it. */
export const scheduleNews = (userId: string): NewsOf => ({
  topic: scheduleTopic(userId),
  text: 'This schedule was changed',
});
