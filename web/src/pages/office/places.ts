// Where in a form it stands what the house refuses.
import { Refusal } from '$api/problem'

/** What is wrong in the file that a game with other limits would be: the wager, which of its limits, and what of it. */
const IN_FILE = /^it is no game with these limits: wager\.([\w-]+)\.limits(?:\.(\w+))?: (.+)$/s
/** The same where the place is said beside it. */
const NAMED = /^(?:it is no game with these limits: )?wager\.[\w-]+\.limits(?:\.\w+)?: (.+)$/s

/**
 * Where it stands what was refused, as `ask.limits.ante.max`, and why, without the name that a game file has for the place. Limits are read as those of a game
 * file, and what is wrong there may be said of the place in that.
 */
export function placed(error: unknown): { at: string; error: unknown } {
  if (!(error instanceof Refusal)) return { at: '', error }
  const { problem } = error
  const at = problem.at ?? ''
  const found = at === 'ask.limits' ? IN_FILE.exec(problem.detail) : null
  const place = found === null ? at : ['ask.limits', found[1]!, ...(found[2] === undefined ? [] : [found[2]])].join('.')
  const why = place.startsWith('ask.limits.') ? NAMED.exec(problem.detail)?.[1] : undefined
  return { at: place, error: why === undefined ? error : new Refusal({ ...problem, detail: why }) }
}
