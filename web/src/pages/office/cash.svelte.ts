// Money that is moved at the cash desk. A payment is pending from when it is sent until the house has answered it, wherever the cashier goes
// meanwhile: until then there is no other one for this player, as one that was done would be done twice.

import { http, newKey, said, type Schemas } from '$api/http'
import { Refusal, type ProblemCode } from '$api/problem'
import { refusal, signed } from '$i18n'
import { toast } from '$state/toasts.svelte'
import { office } from '../../i18n/office'

export interface Payment {
  /** Under the same key it is done once, however often it is asked for. */
  key: string
  amount: number
  reason: string
}

export type Receipt = Schemas['Cashed'] & Payment

/** With these the house may have done it all the same: the answer was lost, or the books failed on the way. */
const UNKNOWN: ReadonlySet<ProblemCode> = new Set(['offline', 'late', 'busy', 'store'])
/** With these it did not look at the payment: one that was asked for before may have been done. */
const NOT_LOOKED: ReadonlySet<ProblemCode> = new Set(['sign-in', 'forbidden', 'origin', 'too-many'])
/** How long the house may take: then the answer counts as lost, and it can be asked for again. */
const ANSWER_MS = 20_000

/** Why a payment was refused. Of wallet, limits and breaks the pages speak to whoever owns them, and here it is somebody else; what the house says of it follows. */
function why(error: Refusal): string {
  const own = office().cashier.refusedFor[error.code]
  return own === undefined ? refusal(error) : `${own} ${refusal({ problem: { ...error.problem, code: '' } })}`
}

/** What one cashier does with the wallet of one player. */
export class CashDesk {
  way = $state<'in' | 'out'>('in')
  amount = $state('')
  reason = $state('')
  /** What was sent and is not answered. */
  pending = $state.raw<Payment>()
  busy = $state(false)
  /** Whether the answer to what is pending was lost: it may have been done. */
  lost = $state(false)
  wrong = $state.raw<{ at: string; text: string }>()
  receipts = $state.raw<Receipt[]>([])
  /** How often the wallet may have become another. */
  turn = $state(0)
  #watched = 0

  constructor(readonly player: string) {}

  /** Somebody looks at it, until what is given back is called. */
  watch(): () => void {
    this.#watched++
    return () => {
      this.#watched--
      // What was typed and not sent is not kept for whoever comes back.
      if (this.pending === undefined) [this.way, this.amount, this.reason, this.wrong] = ['in', '', '', undefined]
    }
  }

  /** Sends a payment, or asks again for the one that is pending. `name` is what the player is called. */
  async send(name: string, amount: number, reason: string): Promise<void> {
    if (this.busy) return
    const payment = (this.pending ??= { key: newKey(), amount, reason })
    this.busy = true
    this.wrong = undefined
    try {
      const params = { header: { 'idempotency-key': payment.key } }
      const body = { player: this.player, amount: payment.amount, reason: payment.reason }
      const done = await said(http.POST('/api/v1/cashier/moves', { params, body, signal: AbortSignal.timeout(ANSWER_MS) }))
      this.#answered()
      this.receipts = [{ ...done, ...payment }, ...this.receipts]
      this.amount = this.reason = ''
      this.#tells(office().cashier.done(signed(payment.amount), name))
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined
      if (code === undefined || UNKNOWN.has(code) || (this.lost && NOT_LOOKED.has(code))) {
        this.lost = true
        this.#tells(office().cashier.unknown(signed(payment.amount), name), true)
      } else {
        this.#answered()
        const text = why(error as Refusal)
        this.wrong = { at: (error as Refusal).problem.at ?? '', text }
        this.#tells(office().cashier.refused(signed(payment.amount), name, text), true)
      }
    } finally {
      this.busy = false
    }
  }

  #answered() {
    this.pending = undefined
    this.lost = false
    this.turn++
  }

  /** Whoever looks at it sees it. */
  #tells(text: string, bad = false) {
    if (this.#watched === 0) toast(text, bad ? 'bad' : 'news')
  }
}

const desks = new Map<string, CashDesk>()

/** The desk of a cashier for a player, as it was left. */
export function deskOf(cashier: string, player: string): CashDesk {
  const name = `${cashier} ${player}`
  const desk = desks.get(name) ?? new CashDesk(player)
  desks.set(name, desk)
  return desk
}

// With the window the key would go.
addEventListener('beforeunload', (event) => {
  if ([...desks.values()].some(({ pending }) => pending !== undefined)) event.preventDefault()
})
