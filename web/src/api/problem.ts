// Why something was not done, as the server says it or as the way there failed.
import type { components } from './made/http'

export type Problem = components['schemas']['Problem']
export type ProblemCode = Problem['code'] | 'offline'

/** What is thrown where the server answers with a problem document, or does not answer. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
  }

  get code(): ProblemCode {
    return this.problem.code
  }
}

/** Whether it was refused as the table has gone on meanwhile, which it says by itself. */
export function isTooLate(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'not-now' || error.code === 'other-round')
}

/** Whether it may be done in a while, if it is asked again: the house did not answer, could not, or was asked too much. What was refused would be again. */
export function isPassing(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'offline' || error.code === 'too-many' || error.problem.status >= 500)
}

/** Why something was not even asked for, in the words of the page. */
export class NotAsked extends Error {}

export function isProblem(said: unknown): said is Problem {
  return typeof said === 'object' && said !== null && 'code' in said && 'detail' in said
}

/** The way to the server failed: nothing is known of what was asked. */
export function unreachable(status = 0): Problem {
  return { type: '/problems#offline', title: 'The house cannot be reached', status, detail: '', code: 'offline' as Problem['code'] }
}

/** Why something was not done, out of what came in place of an answer: over HTTP and on the live line alike. */
export function refused(said: unknown, status = 0): Refusal {
  return new Refusal(isProblem(said) ? said : unreachable(status))
}
