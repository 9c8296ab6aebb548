// What the protocol worker has to know about UCI commands. The engine parses them.

/** Returns the name, in lower case, and the value of a `setoption` command. */
export function parseOption(line: string): { name: string; value: string } {
  const [, name = '', value = ''] = /\bname\s+(.*?)(?:\s+value\s+(.*))?$/i.exec(line.trim()) ?? [];
  return { name: name.trim().toLowerCase(), value: value.trim() };
}

/** Returns the first word of a command. */
export function commandWord(line: string): string {
  return line.trim().split(/\s+/, 1)[0] ?? '';
}

/** Returns whether a command starts something that takes long. */
export function isTask(line: string): boolean {
  return /^\s*(go|bench)(\s|$)/.test(line);
}

/** Returns whether a command is a search, rather than perft or bench. */
export function isSearch(line: string): boolean {
  return /^\s*go(\s|$)/.test(line) && !/\sperft(\s|$)/.test(line);
}

/** Returns whether `bestmove` has to wait for `stop` or `ponderhit`. */
export function holdsBestMove(line: string): boolean {
  return isSearch(line) && /\s(infinite|ponder)(\s|$)/.test(line);
}

/** Returns a `go` command for a search that no longer ponders. */
export function withoutPonder(line: string): string {
  return line.replace(/\sponder(?=\s|$)/, '');
}

/** Returns the first moves of the principal variation of an `info` line. */
export function principalVariation(line: string): string[] | undefined {
  if (!line.startsWith('info ') || /\smultipv\s+(?!1\s)/.test(line)) {
    return undefined;
  }
  return /\spv\s+(.+)$/.exec(line)?.[1]?.split(/\s+/);
}

/** Returns the `bestmove` line for a principal variation. */
export function bestMoveLine([best = '0000', ponder]: readonly string[]): string {
  return ponder ? `bestmove ${best} ponder ${ponder}` : `bestmove ${best}`;
}
