import { rm } from 'node:fs/promises';
import { findChromium } from './chromium.ts';
import { prepareData } from './portal-process.ts';

/** Finds the browser and fills one demo practice. Each worker’s portal starts with a copy of it. */
export default async function setup(): Promise<() => Promise<void>> {
  const [{ executablePath, libraries }, preparedData] = await Promise.all([findChromium(), prepareData()]);
  // Workers inherit the environment of this process.
  process.env['JOURNEYS_CHROMIUM'] = executablePath;
  process.env['JOURNEYS_LIBRARIES'] = libraries;
  process.env['JOURNEYS_DATA'] = preparedData;
  return () => rm(preparedData, { recursive: true, force: true });
}
