// Which key is for which wager: a letter of its name that is not taken, shown beside it.

/** Keys that mean something else while bets are open. */
export const TAKEN = new Set(['C', 'H', 'R', 'U', 'X'])

export function keysFor(names: string[]): string[] {
  const used = new Set(TAKEN)
  return names.map((name) => {
    const letters = name.toUpperCase().replace(/[^A-Z ]/g, '')
    const initials = letters.split(' ').map((word) => word.charAt(0))
    const key = [...initials, ...letters, ...'ABDEGHIJKLMNOPQSTVWYZ'].find((letter) => /[A-Z]/.test(letter) && !used.has(letter)) ?? ''
    used.add(key)
    return key
  })
}
