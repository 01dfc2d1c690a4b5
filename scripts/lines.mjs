// `npm run lines`: counts what the next engineer has to read, in the product's TypeScript: lines by area and per endpoint, long
// functions, and lists of fields that repeat a record. `npm run lines -- lists` and `-- functions` print the places.
import { endpoints } from '@portal/contract';
import { longFunctions, readProduct, repeatedFieldLists, wireRecords } from './lib/lines.mjs';
import { launch } from './lib/paths.mjs';

await launch(async () => {
  const files = await readProduct();
  const long = longFunctions(files);
  const lists = repeatedFieldLists(files, wireRecords(files));
  const [shown] = process.argv.slice(2);
  if (shown === 'functions')
    for (const { path, line, lines } of long) console.log(`${path}:${line} ${lines} lines`);
  if (shown === 'lists')
    for (const { path, line, names } of lists) console.log(`${path}:${line} ${names.join(', ')}`);
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const sizes = files.map((file) => file.lines).toSorted((a, b) => a - b);
  const rows = {
    'product lines': lines,
    'lines per endpoint': Math.round(lines / endpoints.length),
    files: files.length,
    'lines of a file, median': sizes[Math.floor(sizes.length / 2)],
    'lines of a file, p90': sizes[Math.floor(sizes.length * 0.9)],
    'functions over 80 lines': long.length,
    'repeated field lists': lists.length,
  };
  for (const [name, figure] of Object.entries(rows)) console.log(`| ${name} | ${figure} |`);
  for (const [area, count] of Object.entries(linesByArea(files))) console.log(`| – ${area} | ${count} |`);
  return 0;
});

/** @param {import('./lib/lines.mjs').SourceFile[]} files */
function linesByArea(files) {
  /** @type {Record<string, number>} */
  const areas = {};
  for (const { path, lines } of files) {
    const [, name, , room] = path.split('/');
    const area = `${name}${path.startsWith('apps/') && path.split('/').length > 4 ? `/${room}` : ''}`;
    areas[area] = (areas[area] ?? 0) + lines;
  }
  return Object.fromEntries(Object.entries(areas).toSorted(([, a], [, b]) => b - a));
}
