// Measures the time from opening the analysis board to the first line of the engine: on a cold cache at 10 Mbit/s,
// and on a cached page. Start `ouro serve` first, then: node scripts/firstLine.mjs [host:port] [runs]
import net from 'node:net';
import { Transform } from 'node:stream';
import { chromium } from '@playwright/test';

const [server = '127.0.0.1:8787', runs = '5'] = process.argv.slice(2);
const [host, port] = server.split(':');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const BYTES_PER_MS = 10e6 / 8 / 1000;
/** Milliseconds in each direction. */
const LATENCY = 20;

/** A proxy for all connections, those of workers included, that is as slow as the line while `slow` is set. */
class Line {
  slow = true;
  #free = 0;

  delay() {
    const line = this;
    let pending = 0;
    let end;
    return new Transform({
      transform(chunk, _, done) {
        if (line.slow) {
          // The line is busy until the chunk is sent; the latency delays nobody else.
          const now = performance.now();
          line.#free = Math.max(line.#free, now) + chunk.length / BYTES_PER_MS;
          pending += 1;
          setTimeout(
            () => {
              this.push(chunk);
              pending -= 1;
              if (pending === 0) end?.();
            },
            line.#free - now + LATENCY,
          );
        } else {
          this.push(chunk);
        }
        done();
      },
      flush(done) {
        end = done;
        if (pending === 0) done();
      },
    });
  }

  listen() {
    const proxy = net.createServer((client) => {
      const upstream = net.connect(Number(port), host);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ]) {
        from.on('error', () => to.destroy());
        from.pipe(this.delay()).pipe(to);
      }
    });
    return new Promise((resolve) => {
      proxy.listen(0, '127.0.0.1', () => resolve(proxy));
    });
  }
}

/** Returns the milliseconds from navigation to the first engine line on the screen. */
async function measure(page, url) {
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.waitForFunction(
    () => document.querySelector('.engine-lines .line') && performance.now(),
  );
  return Math.round(await time.jsonValue());
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const line = new Line();
const proxy = await line.listen();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const variant of ['chess', 'selfcapture']) {
  const url = `http://127.0.0.1:${proxy.address().port}/analysis?variant=${variant}`;
  const [cold, cached] = [[], []];
  for (let run = 0; run < Number(runs); run += 1) {
    const context = await browser.newContext();
    await context.addInitScript(() => localStorage.setItem('ouro.analysis.engine', 'true'));
    const page = await context.newPage();
    line.slow = true;
    cold.push(await measure(page, url));
    line.slow = false;
    cached.push(await measure(page, url));
    await context.close();
  }
  const summary = (times) => `${median(times)} ms (${times.join(', ')})`;
  console.log(`${variant}: cold ${summary(cold)}, cached ${summary(cached)}`);
}
await browser.close();
proxy.close();
