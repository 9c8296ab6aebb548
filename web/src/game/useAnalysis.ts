// The engine's thoughts about the position on the board.
import { useEffect, useState } from 'preact/hooks';
import { type Analysis, type Line, words } from '../api/client';
import { server } from '../engine/engine';
import { sentence, tell } from '../ui/announce';

export function useAnalysis(
  line: Line | undefined,
  lines: number,
  on: boolean,
): Analysis | undefined {
  const [found, setFound] = useState<{ key: string; analysis: Analysis }>();
  const key = line && JSON.stringify(line);
  useEffect(() => {
    if (!on || !key) return;
    const run = server.analyse(JSON.parse(key) as Line, lines, (analysis) =>
      setFound({ key, analysis }),
    );
    run.catch((error) => tell(sentence(words(error))));
    return () => run.stop();
  }, [key, lines, on]);
  // What was found about another position says nothing about this one.
  return on && found && found.key === key ? found.analysis : undefined;
}
