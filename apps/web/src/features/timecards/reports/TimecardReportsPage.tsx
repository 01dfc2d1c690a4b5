import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ComplianceReport } from './ComplianceReport.tsx';
import { OvertimeReport } from './OvertimeReport.tsx';
import { WeeklyReport } from './WeeklyReport.tsx';

const TeamTimecards = lazyPart(async () => (await import('../TeamTimecards.tsx')).TeamTimecards);

/** /timecard/reports: the three reports, and team timecards for users who may correct them. */
export function TimecardReportsPage() {
  const practice = usePractice();
  const managesTimecards = useAccess().can('Timecard.ManageTimecards');
  return (
    <PageContent>
      <PageHeader title="Timecard Reports" />
      <RecordPart query={practice} fallback="Failed to load report data">
        {({ today, timeZone, clock }) => (
          <PageTabs
            label="Timecard reports"
            keeps={['week']}
            tabs={[
              { id: 'weekly', label: 'Weekly Hours', content: <WeeklyReport today={today} /> },
              { id: 'overtime', label: 'Overtime Report', content: <OvertimeReport today={today} /> },
              {
                id: 'compliance',
                label: 'Arrival Compliance',
                content: <ComplianceReport today={today} />,
              },
              ...(managesTimecards
                ? [
                    {
                      id: 'team',
                      label: 'Team Timecards',
                      content: <TeamTimecards today={today} practice={{ timeZone, clock }} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </RecordPart>
    </PageContent>
  );
}
