// Statistics of self-captures.
export const statistics = {
  'statistics.heading': 'Self-captures',
  'statistics.scope': 'Whose games',
  'statistics.scope.mine': 'Your games',
  'statistics.scope.all': 'All games',
  'statistics.games': 'Games of self-capture chess',
  'statistics.gamesWith': 'Games with a self-capture',
  'statistics.total': 'Self-captures',
  'statistics.byPeople': 'By players',
  'statistics.byEngine': 'By the engine',
  'statistics.empty': 'No self-captures yet. Play a game and capture one of your own pieces.',
  'statistics.pieces': 'Capturing piece',
  'statistics.victims': 'Captured piece',
  'statistics.phases': 'Phase of the game',
  'statistics.phase.opening': 'Opening',
  'statistics.phase.middlegame': 'Middlegame',
  'statistics.phase.endgame': 'Endgame',
} as const;
