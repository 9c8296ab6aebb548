// A service for each worker, a page whose console must stay empty, and a hand that plays.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect };

const program = process.env.OURO_PROGRAM ?? '../target/release/ouro';

/** `ouro serve` with its own port and database, which can be killed and started again. */
export class Service {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: string[],
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a service with further options. */
  static async start(...settings: string[]): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), 'ouro-e2e-'));
    const service = new Service(folder, await freePort(), settings);
    await service.run();
    return service;
  }

  async run(): Promise<void> {
    const database = `sqlite:${join(this.folder, 'ouro.db')}`;
    const listen = `127.0.0.1:${this.port}`;
    const unlimited = ['--rate-limit', '--engine-games-per-minute', '--reviews-per-minute'];
    const options = ['--listen', listen, '--database', database, ...this.settings];
    for (const limit of unlimited) options.push(limit, '0');
    const started = spawn(program, ['serve', ...options], { stdio: 'ignore' });
    this.process = started;
    let exited = false;
    started.once('error', () => {
      exited = true;
    });
    started.once('exit', () => {
      exited = true;
    });
    // The time limit of the fixture ends a wait that is hopeless.
    while (!exited) {
      const ready = await fetch(`${this.address}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${program} failed to start`);
  }

  /** Ends the service without warning. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process?.once('exit', resolve));
    this.process?.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(),
      );
    });
  });
}

/** Collects errors, warnings and requests to other hosts. */
export function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser reports the status of a page that does not exist.
    const isMissingPage = message.location().url === page.url() && / 404 /.test(message.text());
    if (!isMissingPage) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const own = hostname === '127.0.0.1' || protocol === 'blob:' || protocol === 'data:';
    if (!own) complaints.push(`a request to ${request.url()}`);
  });
}

interface Fixtures {
  complaints: string[];
  game: Game;
}

export const test = base.extend<Fixtures, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants it
    async ({}, use) => {
      const service = await Service.start();
      await use(service);
      await service.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.address),
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants it
  complaints: async ({}, use) => use([]),
  page: async ({ page, complaints }, use) => {
    watch(page, complaints);
    await use(page);
    expect(complaints).toEqual([]);
  },
  game: async ({ page }, use) => use(new Game(page)),
});

const HUMAN = { kind: 'human' };

/** A game on the page and a player. */
export class Game {
  id = '';

  constructor(readonly page: Page) {}

  /** Creates a game, by default with both sides for this player, and opens it. */
  async open(settings: Record<string, unknown>): Promise<void> {
    const data = { white: HUMAN, black: HUMAN, ...settings };
    const response = await this.page.request.post('/api/v1/games', { data });
    expect(response.ok()).toBe(true);
    this.id = (await response.json()).game.id;
    await this.page.goto(`/game/${this.id}`);
    await expect(this.page.locator('piece').first()).toBeAttached();
  }

  /** Returns the centre of a square. */
  async at(square: string): Promise<{ x: number; y: number }> {
    const board = this.page.locator('cg-board');
    const box = await board.boundingBox();
    if (!box) throw new Error('there is no board');
    const black = (await this.page.locator('.cg-wrap.orientation-black').count()) > 0;
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.charAt(1)) - 1;
    const size = box.width / 8;
    return {
      x: box.x + ((black ? 7 - file : file) + 0.5) * size,
      y: box.y + ((black ? rank : 7 - rank) + 0.5) * size,
    };
  }

  async drag(from: string, to: string): Promise<void> {
    const [a, b] = [await this.at(from), await this.at(to)];
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await this.page.mouse.move(b.x, b.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async click(square: string): Promise<void> {
    const { x, y } = await this.at(square);
    await this.page.mouse.click(x, y);
  }

  async tap(square: string): Promise<void> {
    const { x, y } = await this.at(square);
    await this.page.touchscreen.tap(x, y);
  }

  /** Returns the moves in the list. */
  async moves(): Promise<string[]> {
    return this.page.locator('.move-list .san').allInnerTexts();
  }

  async expectMoves(...moves: string[]): Promise<void> {
    await expect(this.page.locator('.move-list .san')).toHaveText(moves, { useInnerText: true });
  }

  /** Returns the piece on a square of the screen, such as `white king`. */
  async piece(square: string): Promise<string | undefined> {
    return this.page.evaluate((key) => {
      const pieces = [...document.querySelectorAll('cg-board piece')];
      const found = pieces.find(
        (piece) =>
          (piece as unknown as { cgKey: string }).cgKey === key &&
          !piece.classList.contains('ghost') &&
          !piece.classList.contains('fading'),
      );
      return found ? [...found.classList].slice(0, 2).join(' ') : undefined;
    }, square);
  }

  async expectPiece(square: string, piece: string | undefined): Promise<void> {
    await expect.poll(() => this.piece(square)).toBe(piece);
  }

  /** Returns the squares with a class, such as `own-target`. */
  async squares(name: string): Promise<string[]> {
    return this.page.evaluate((name) => {
      const found = [...document.querySelectorAll(`cg-board square.${name}`)];
      // The board hides squares that it does not need and keeps them.
      const visible = found.filter((square) => (square as HTMLElement).style.display !== 'none');
      return visible.map((square) => (square as unknown as { cgKey: string }).cgKey).sort();
    }, name);
  }
}

export const notice = (page: Page) => page.locator('.notice');
export const spoken = (page: Page) => page.locator('.spoken[role=status]');
/** The line with the state of the game. */
export const note = (page: Page) => page.locator('.game-note');

/** Returns the position and size of an element. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element is not visible');
  return box;
}

/** Holds back requests to an address until `release` is called. */
export async function hold(page: Page, address: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}
