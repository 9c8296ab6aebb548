import { useState } from 'preact/hooks';
import {
  answer,
  api,
  type ParsedGame,
  type PgnOutput,
  type VariantName,
  words,
} from '../api/client';
import { sentence } from '../ui/announce';
import { fromPgn, type Tree } from './tree';

interface Props {
  variant: VariantName;
  load(tree: Tree): void;
}

/** Warnings of one import that are shown. */
const SHOWN_WARNINGS = 10;

/** Whether a text is one position rather than games. */
export const looksLikeFen = (text: string): boolean => /^\s*[\w/]+(\/[\w]+){7}\s+[wb]\b/.test(text);

/** The text of a file: UTF-8 or else Windows-1252, which older chess programs write. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The errors of all games, then the first warnings. */
export function remarks({ games, errors, next }: PgnOutput): string[] {
  const faults = [...errors, ...games.flatMap(({ error }) => error ?? [])]
    .sort((a, b) => a.at - b.at)
    .map(({ message, game, line }) => sentence(`Game ${game}, line ${line}: ${message}`));
  const warnings = games.flatMap((game) => game.warnings);
  const unlisted = games.reduce((sum, game) => sum + game.further_warnings, 0);
  const hidden = Math.max(0, warnings.length - SHOWN_WARNINGS) + unlisted;
  return [
    ...faults,
    ...warnings.slice(0, SHOWN_WARNINGS).map(sentence),
    ...(hidden > 0 ? [`${hidden} more warnings are not shown.`] : []),
    ...(next == null ? [] : [`Only the first ${games.length + errors.length} games are listed.`]),
  ];
}

/** Games and positions by paste, file or drop. */
export function Import({ variant, load }: Props) {
  const [text, setText] = useState('');
  const [game, setGame] = useState<VariantName>(variant);
  const [problems, setProblems] = useState<string[]>([]);
  const [found, setFound] = useState<ParsedGame[]>([]);
  const [over, setOver] = useState(false);

  const read = async (input: string) => {
    setProblems([]);
    setFound([]);
    try {
      if (looksLikeFen(input)) {
        const body = { variant: game, fen: input.trim() };
        const checked = await answer(api.POST('/api/v1/validate', { body }));
        if (!checked.fen || !checked.playable) {
          setProblems(
            checked.problems.map(({ message, at }) =>
              sentence(at == null ? message : `${message} (character ${at + 1})`),
            ),
          );
          return;
        }
        setProblems(checked.repairs.map((repair) => sentence(`Repaired: ${repair}`)));
        load({ variant: game, fen: checked.fen, next: [] });
        return;
      }
      const parsed = await answer(api.POST('/api/v1/pgn/parse', { body: { pgn: input } }));
      const [only, ...more] = parsed.games;
      const found = remarks(parsed);
      if (!only && found.length === 0) found.push('There is no game in this text.');
      setProblems(found);
      if (only && more.length === 0) load(fromPgn(only));
      else setFound(parsed.games);
    } catch (error) {
      setProblems([sentence(words(error))]);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const content = decode(await file.arrayBuffer());
    setText(content);
    await read(content);
  };
  const name = (parsed: ParsedGame, i: number) => {
    const tag = (wanted: string) => parsed.tags.find(({ name }) => name === wanted)?.value ?? '?';
    return `${i + 1}. ${tag('White')} – ${tag('Black')}, ${parsed.result}`;
  };

  return (
    <details class="import">
      <summary>Load a FEN or PGN</summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        class={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <label class="field">
          <span>Paste here, or drop a file</span>
          <textarea
            rows={4}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <label class="field inline">
            <span>FEN is of</span>
            <select
              value={game}
              onChange={(event) => setGame(event.currentTarget.value as VariantName)}
            >
              <option value="selfcapture">self-capture chess</option>
              <option value="chess">chess</option>
              <option value="chess960">Chess960</option>
            </select>
          </label>
          <label class="button">
            File…
            <input
              type="file"
              class="spoken"
              accept=".pgn,.fen,.txt,.epd"
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          </label>
          <button
            type="button"
            class="primary"
            disabled={text.trim() === ''}
            onClick={() => read(text)}
          >
            Load
          </button>
        </div>
      </div>
      {problems.length > 0 && (
        <ul class="problem" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <ul class="found">
          {found.map((parsed, i) => (
            // Games of a file have no other name
            <li key={i}>
              <button type="button" class="link" onClick={() => load(fromPgn(parsed))}>
                {name(parsed, i)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
