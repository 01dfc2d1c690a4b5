import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from './run.ts';
import { run, runHere } from './test/child.ts';

const NAMES = Object.keys(COMMANDS);

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-arguments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data');
}

it.each(NAMES)('%s refuses arguments that it does not know', async (name) => {
  const DATA_DIR = await newDataDir();
  for (const [args, problem] of [
    [['--no-such-option'], /^error: unknown option '--no-such-option'\n$/],
    [['one', 'two', 'three'], /^error: (?:too many arguments|unknown command)/],
  ] as const) {
    const ended = await runHere([name, ...args], { DATA_DIR });
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(problem) });
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

it.each(NAMES)(
  '%s --help describes it, its arguments and options, and needs no valid settings',
  async (name) => {
    const ended = await runHere([name, '--help'], { PORT: 'none' });
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toContain(`Usage: npm run portal -- ${name}`);
    expect(ended.out.replaceAll(/\s+/g, ' ')).toContain(COMMANDS[name]?.summary);
    expect(await runHere(['help', name])).toEqual(ended);
  },
);

it('without a command, the commands are listed', async () => {
  const listed = await run(['--help']);
  expect(listed).toMatchObject({ code: 0, err: '' });
  for (const name of NAMES) expect(listed.out).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(await run([])).toEqual({ code: 1, out: '', err: listed.out });
});

it('a mistyped command or option is named, with a suggestion', async () => {
  expect(await runHere(['dcotor'])).toEqual({
    code: 1,
    out: '',
    err: "error: unknown command 'dcotor'\n(Did you mean doctor?)\n",
  });
  expect((await runHere(['serve', '--wrokers', '2'])).err).toBe(
    "error: unknown option '--wrokers'\n(Did you mean --workers?)\n",
  );
  expect((await runHere(['backup'])).err).toBe("error: missing required argument 'file'\n");
});

it('options that do not fit together are refused', async () => {
  for (const [args, problem] of [
    [['backup', 'x', '--identity', 'y'], '--identity, --fingerprint and --accept-unsigned need --verify.\n'],
    [
      ['backup', 'x', '--verify', '--with-key'],
      "error: option '--verify' cannot be used with option '--with-key'\n",
    ],
    [['import', 'patients', 'x', '--replace', 'phone'], '--replace needs --update.\n'],
  ] as const)
    expect(await runHere(args)).toEqual({ code: 1, out: '', err: problem });
});

it('--version prints the version', async () => {
  expect(await run(['--version'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
  });
});
