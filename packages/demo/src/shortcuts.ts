import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import { idsByName } from './ids-by-name.ts';

interface DemoShortcut {
  readonly name: string;
  readonly text: string;
}

export const PRACTICE_SHORTCUTS: readonly DemoShortcut[] = [
  {
    name: 'callback',
    text: 'Called back. Identity was checked with two identifiers. Advice given: ***. The caller understood, and will call again if it gets worse.',
  },
  {
    name: 'consent',
    text: 'The planned procedure ({side | lower}, {level}), its benefits and risks, and the alternatives, including no treatment, were explained in plain words. All questions were answered. Written consent was signed before any sedation.',
  },
  {
    name: 'imaging',
    text: 'Reason: ***.\nContrast: ***.\nThe patient tells the imaging center about implants, pacemakers, pregnancy, kidney disease and allergies, and brings earlier images and reports.',
  },
  {
    name: 'noanswer',
    text: 'No answer. Left a message to call the office, without any health information. Next try: ***.',
  },
  {
    name: 'postcare',
    text: 'Rest for the remainder of the day. After sedation: no driving, no alcohol and no important decisions for 24 hours. A shower is fine the next day; no bath, pool or hot tub for 48 hours. Ice for up to 20 minutes at a time if the site is sore. Medications as before; blood thinners: ***.',
  },
  {
    name: 'redflags',
    text: 'Call the office at once, or go to the emergency department, for:\n- fever, chills, redness or drainage at the site\n- new weakness or numbness, or loss of bladder or bowel control\n- a severe headache that is worse when upright\n- chest pain or trouble breathing',
  },
  {
    name: 'risks',
    text: 'Risks were explained: bleeding, infection, allergic reaction, nerve injury, headache after a dural puncture, a temporary rise of pain or blood sugar, and no relief. Rare but serious complications were named, including paralysis, stroke and death. No result was promised.',
  },
  {
    name: 'thinners',
    text: 'Blood thinners and antiplatelet drugs were reviewed: ***. Last dose: ***. Nothing was stopped without the prescriber’s consent.',
  },
  {
    name: 'timeout',
    text: 'Time-out with the whole team: patient, procedure, side ({side | lower}), level ({level}), allergies and signed consent were confirmed.',
  },
];

/** Those of the demo physician. */
export const OWN_SHORTCUTS: readonly DemoShortcut[] = [
  {
    name: 'exam',
    text: 'Strength: ***. Sensation to light touch: ***. Reflexes: ***. Straight leg raise: ***. Gait: ***.',
  },
  {
    name: 'fu',
    text: 'Follow-up in *** weeks to review relief, function and medications. Pain diary until then. Call sooner if symptoms change.',
  },
];

/** Adds text shortcuts of the practice, and some of the physician's own. */
export async function insertDemoShortcuts(tx: Transaction<Database>): Promise<void> {
  const users = idsByName(await tx.selectFrom('users').select(['id', 'user_name as name']).execute());
  await tx
    .insertInto('shortcuts')
    .values([
      ...PRACTICE_SHORTCUTS.map((shortcut) => ({ ...shortcut, owner_id: null })),
      ...OWN_SHORTCUTS.map((shortcut) => ({ ...shortcut, owner_id: users('physician') })),
    ])
    .execute();
}
