// The house speaks of spots, as its files and its code do; whoever plays reads of positions, everywhere.

/** What the house says, with the word for players: `Spot 4 folds.` becomes `Position 4 folds.` Names of people are nobody's words. */
export function positions(text: string): string {
  const sits = /^(.+) sits down at spot (\d+)\.$/.exec(text)
  if (sits !== null) return `${sits[1]} sits down at position ${sits[2]}.`
  return text
    .replace(/\bspots(?= \d)|(?<=\b1 to \d+ )spots\b/g, 'positions')
    .replace(/\bSpot(?= \d)/g, 'Position')
    .replace(/\bspot(?= \d)|(?<=\b(?:every|the|this|no|Every|The) )spot\b/g, 'position')
}
