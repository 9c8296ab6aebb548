import { useState } from 'preact/hooks';
import { answer, api, type NewGame, type Player, type VariantName, words } from '../api/client';
import { go, place } from '../router';
import { sentence } from '../ui/announce';
import { levels } from '../ui/store';

type Opponent = 'engine' | 'board' | 'link' | 'watch';
type Colour = 'white' | 'random' | 'black';

const CLOCKS: [string, string, number, number][] = [
  ['none', 'No clock', 0, 0],
  ['1+0', '1 minute', 60, 0],
  ['3+2', '3 minutes + 2 seconds', 180, 2],
  ['5+3', '5 minutes + 3 seconds', 300, 3],
  ['10+5', '10 minutes + 5 seconds', 600, 5],
  ['30+20', '30 minutes + 20 seconds', 1800, 20],
];

interface Choice {
  variant: VariantName;
  opponent: Opponent;
  colour: Colour;
  level: number;
  second: number;
  clock: string;
  fen: string;
}

/** The request for a game as it was chosen. */
export function request(choice: Choice, coin: number): NewGame {
  const clock = CLOCKS.find(([key]) => key === choice.clock);
  const me: Player = { kind: 'human' };
  const engine = (level: number): Player => ({ kind: 'engine', level });
  const white = choice.colour === 'random' ? coin < 0.5 : choice.colour === 'white';
  const sides = (mine: Player, theirs: Player) =>
    white ? { white: mine, black: theirs } : { white: theirs, black: mine };
  const players = {
    engine: sides(me, engine(choice.level)),
    board: { white: me, black: me },
    link: { white: me, black: me },
    watch: { white: engine(choice.level), black: engine(choice.second) },
  }[choice.opponent];
  return {
    variant: choice.variant,
    ...(choice.fen.trim() ? { fen: choice.fen.trim() } : {}),
    ...players,
    ...(clock?.[2] && choice.opponent !== 'watch'
      ? { clock: { initial_ms: clock[2] * 1000, increment_ms: clock[3] * 1000 } }
      : {}),
    ...(choice.opponent === 'link' ? { invite: white ? 'black' : 'white' } : {}),
  };
}

interface Option<T extends string> {
  value: T;
  name: string;
  about?: string;
}

function Choose<T extends string>(props: {
  legend: string;
  name: string;
  value: T;
  options: Option<T>[];
  set(value: T): void;
}) {
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      <div class="choices">
        {props.options.map(({ value, name, about }) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              onChange={() => props.set(value)}
            />
            <span>
              <strong>{name}</strong>
              {about && <small>{about}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Level(props: { label: string; value: number; set(level: number): void }) {
  const info = levels.value.find(({ level }) => level === props.value);
  return (
    <label class="level">
      <span>
        {props.label}: <strong>{props.value}</strong>
        {info ? `, ${info.name}, about ${info.rating}` : ''}
      </span>
      <input
        type="range"
        min={1}
        max={10}
        value={props.value}
        onInput={(event) => props.set(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** Where a game is set up. */
export function HomePage() {
  const { query } = place.value;
  const [choice, setChoice] = useState<Choice>({
    variant: query.get('variant') === 'chess' ? 'chess' : 'selfcapture',
    opponent: 'engine',
    colour: 'white',
    level: 3,
    second: 3,
    clock: 'none',
    fen: query.get('fen') ?? '',
  });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Choice>) => setChoice({ ...choice, ...change });

  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await answer(
        api.POST('/api/v1/games', { body: request(choice, Math.random()) }),
      );
      const invitation = made.invitation ? `?invited=${made.invitation}` : '';
      go(`/game/${made.game.id}${invitation}`);
    } catch (error) {
      setProblem(sentence(words(error)));
      setBusy(false);
    }
  };

  return (
    <div class="home">
      <section class="welcome">
        <h1>Chess, and chess in which you may take your own pieces</h1>
        <p>
          In self-capture chess every piece may also take a piece of its own side, only never the
          king. A file opens, a king slips out of a mate, a pawn promotes on its own rook.{' '}
          <a href="/learn">Learn it in three minutes.</a>
        </p>
        <img
          class="picture"
          src="/api/v1/board.svg?variant=selfcapture&fen=6rk/5Npp/8/8/8/8/6PP/6K1%20b%20-%20-%200%201&arrows=h8g7"
          alt="A smothered king on h8, in check from a knight on f7, can take its own pawn on g7."
          width="360"
          height="360"
        />
        <p class="quiet">
          Mate in chess. In self-capture chess the king takes its own pawn and lives.
        </p>
      </section>
      <form class="card new-game" onSubmit={start} aria-label="New game">
        <Choose
          legend="Game"
          name="variant"
          value={choice.variant}
          set={(variant) => set({ variant })}
          options={[
            { value: 'selfcapture', name: 'Self-capture chess', about: 'own pieces may be taken' },
            { value: 'chess', name: 'Chess', about: 'the game as you know it' },
          ]}
        />
        <Choose
          legend="Opponent"
          name="opponent"
          value={choice.opponent}
          set={(opponent) => set({ opponent })}
          options={[
            { value: 'engine', name: 'Ouro', about: 'the engine, at ten levels' },
            { value: 'link', name: 'A friend', about: 'by an invitation link' },
            { value: 'board', name: 'One board', about: 'two people at this screen' },
            { value: 'watch', name: 'Watch', about: 'engine against engine' },
          ]}
        />
        {(choice.opponent === 'engine' || choice.opponent === 'link') && (
          <Choose
            legend="Your side"
            name="colour"
            value={choice.colour}
            set={(colour) => set({ colour })}
            options={[
              { value: 'white', name: 'White' },
              { value: 'random', name: 'Random' },
              { value: 'black', name: 'Black' },
            ]}
          />
        )}
        {choice.opponent === 'engine' && (
          <Level label="Level" value={choice.level} set={(level) => set({ level })} />
        )}
        {choice.opponent === 'watch' && (
          <>
            <Level label="White" value={choice.level} set={(level) => set({ level })} />
            <Level label="Black" value={choice.second} set={(second) => set({ second })} />
          </>
        )}
        {choice.opponent !== 'watch' && (
          <label class="field">
            <span>Clock</span>
            <select
              value={choice.clock}
              onChange={(event) => set({ clock: event.currentTarget.value })}
            >
              {CLOCKS.map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <details open={choice.fen !== ''}>
          <summary>Start from a position</summary>
          <label class="field">
            <span>FEN</span>
            <input
              type="text"
              spellcheck={false}
              placeholder="the usual start position"
              value={choice.fen}
              onInput={(event) => set({ fen: event.currentTarget.value })}
            />
          </label>
          <p class="quiet">
            or put one together in the <a href="/editor">editor</a>.
          </p>
        </details>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="primary" disabled={busy}>
          Start the game
        </button>
      </form>
    </div>
  );
}
