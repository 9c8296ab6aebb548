// The page that other sites embed.
export const embed = {
  'embed.board': 'Board',
  'embed.analyse': 'Analyse on Ouro',
  'embed.badPgn': 'This game cannot be read.',
} as const;
