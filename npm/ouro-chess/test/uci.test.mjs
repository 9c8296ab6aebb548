// The UCI program for Node.js.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../dist/uci.js', import.meta.url));

/** Starts the program and returns a function that waits for a line with a beginning. */
function start() {
  const program = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const until = async (beginning) => {
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, `the program ended before ${beginning}`);
      if (value.startsWith(beginning)) {
        return value;
      }
    }
  };
  return { program, until, send: (line) => program.stdin.write(`${line}\n`) };
}

test('a UCI conversation on standard input ends with the mating self-capture', async () => {
  const { program, until, send } = start();
  send('uci');
  await until('uciok');
  send('setoption name UCI_Variant value selfcapture');
  send('position fen 3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1');
  send('go depth 6');
  assert.match(await until('bestmove'), /^bestmove h1h6\b/);
  send('quit');
  assert.deepEqual(await once(program, 'exit'), [0, null]);
});

test('the end of the input ends the program, also during a search', async () => {
  const { program, until, send } = start();
  send('go infinite');
  await until('info depth');
  program.stdin.end();
  assert.deepEqual(await once(program, 'exit'), [0, null]);
});
