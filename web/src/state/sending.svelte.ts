// Something that is sent to the house, once at a time: whether it is on its way, and why it was refused.

import { refusal } from '$i18n'

/** What is sent by one form or part of a page. */
export class Sending {
  busy = $state(false)
  /** Why the last was refused, in words. */
  wrong = $state<string>()

  /** Sends something; whatever is refused is told in `wrong`. */
  async send(what: () => Promise<unknown>): Promise<void> {
    this.busy = true
    this.wrong = undefined
    try {
      await what()
    } catch (error) {
      this.wrong = refusal(error)
    } finally {
      this.busy = false
    }
  }
}
