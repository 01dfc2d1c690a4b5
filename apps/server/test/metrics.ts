/** The address of the metrics, from the log of a portal that serves them. */
export function metricsUrl(logged: string): string {
  const url = /metrics are at (http:\S+\/metrics)/.exec(logged)?.[1];
  if (url === undefined) throw new Error('The portal serves no metrics');
  return url;
}

/** One sample: its name, its labels as text, and its value. */
interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** The samples of a scrape. */
export function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return value === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
}

/** The sum of a metric’s samples that have all these labels, such as `status="200"`. */
export const sumOf = (text: string, wanted: string, ...labels: string[]): number =>
  samplesOf(text)
    .filter((sample) => sample.name === wanted && labels.every((label) => sample.labels.includes(label)))
    .reduce((sum, { value }) => sum + value, 0);
