import type { Activity } from '@portal/contract/dashboard';

/** An activity, and the number of earlier ones in the same line. */
interface ShownActivity {
  readonly activity: Activity;
  readonly earlier: number;
}

const isSignIn = ({ icon }: Activity): boolean => icon === 'Login';

/** The newest activities, newest first. All sign-ins and sign-outs share one line, so that they do not hide the work. */
export function shownActivities(activities: readonly Activity[], count: number): readonly ShownActivity[] {
  const signIns = activities.filter(isSignIn);
  return activities
    .filter((activity) => !isSignIn(activity) || activity === signIns[0])
    .slice(0, count)
    .map((activity) => ({ activity, earlier: isSignIn(activity) ? signIns.length - 1 : 0 }));
}
