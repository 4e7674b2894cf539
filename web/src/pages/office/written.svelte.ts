// What somebody writes of a game file, beside what the house has of it: what was written is never taken away by an answer that comes late.
import { draftOf, keepDraft } from './draft'

/** The text as a field has it, whatever its lines ended with: places in it are counted so. */
export const asLines = (file: string) => file.replaceAll('\r\n', '\n')

export class Written {
  text = $state('')
  /** What the house has of it; nothing of a new game, and before it is heard. */
  original = $state('')
  #heard = $state(false)
  /** What the house had as this was begun; nothing until that is heard. */
  #of = $state<string>()
  /** Whether it was begun before this page was opened. */
  #drafted = false
  #player = ''
  #game = ''

  unsaved = $derived(this.text !== this.original)
  /** Whether the house has taken another file since this was begun. */
  overtaken = $derived(this.#heard && this.unsaved && this.text !== '' && this.#of !== this.original)

  /** Goes to another game, at what was written of it before; what is written of this one is kept. */
  begin(player: string, game: string): void {
    this.keep()
    const draft = draftOf(player, game)
    ;[this.#player, this.#game, this.#drafted] = [player, game, draft !== undefined]
    ;[this.text, this.#of, this.original] = [draft?.text ?? '', draft?.of, '']
    this.#heard = false
    if (game === 'new') this.hears('')
  }

  /** Hears what the house has. Nothing takes the place of what was written meanwhile, or before. */
  hears(file: string): void {
    this.original = asLines(file)
    this.#heard = true
    this.#of ??= this.original
    if (!this.#drafted && this.text === '') this.text = this.original
  }

  /** Gives up what was written for what the house has. */
  asItIs(): void {
    this.#drafted = false
    this.text = this.original
    this.#of = this.#heard ? this.original : undefined
    this.keep()
  }

  /** The house has taken this; somebody may have written on meanwhile. */
  brought(text: string): void {
    this.original = this.#of = text
    this.#heard = true
    this.keep()
  }

  /** Keeps it in this window until it is brought in. */
  keep(): void {
    if (this.#game !== '') keepDraft(this.#player, this.#game, this.unsaved ? { text: this.text, of: this.#of } : undefined)
  }
}
