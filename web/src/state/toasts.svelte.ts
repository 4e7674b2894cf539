// Short news that go away by themselves, and what a screen reader is told.
export interface Toast {
  id: number
  text: string
  kind: 'news' | 'bad'
}

let next = 0
const shown = $state<Toast[]>([])
let said = $state('')
let urgent = $state('')

export function toasts(): Toast[] {
  return shown
}

/** How long a letter takes whoever reads slowly. */
const READ_MS = 70

/** Shows it, and gives what takes it away before its time, as something else holds by then. */
export function toast(text: string, kind: Toast['kind'] = 'news'): () => void {
  const same = shown.find((other) => other.text === text)
  if (same !== undefined) return () => dismiss(same.id)
  const id = next++
  shown.push({ id, text, kind })
  if (shown.length > 3) shown.shift()
  setTimeout(() => dismiss(id), Math.max(kind === 'bad' ? 8_000 : 4_000, READ_MS * text.length))
  return () => dismiss(id)
}

export function dismiss(id: number): void {
  const at = shown.findIndex((one) => one.id === id)
  if (at >= 0) shown.splice(at, 1)
}

/** What is told within so many milliseconds is told as one, and once: nothing of it is taken away before it was read, nor read again with what comes after it. */
const AT_ONCE_MS = 400
let waiting: string[] = []

/** Tells a screen reader, in turn with what else there is to say. */
export function announce(text: string): void {
  waiting.push(text)
  if (waiting.length === 1) setTimeout(tell, AT_ONCE_MS)
}

function tell(): void {
  const text = waiting.join(' ')
  waiting = []
  // The same twice is said twice: the text must change for that.
  said = said === text ? `${text} ` : text
}

/** Tells a screen reader at once. */
export function alert(text: string): void {
  urgent = urgent === text ? `${text} ` : text
}

/** The dialogs that are open, the last on top: what lies behind it is not read out, and cannot be pressed. */
const layers = $state<string[]>([])

/** Whether news are told there: in the dialog on top, or on the page if none is open. */
export function isOnTop(layer: string | undefined): boolean {
  return layers.at(-1) === layer
}

/** A dialog opens; gives what is to be done once it is closed. */
export function opens(layer: string): () => void {
  layers.push(layer)
  quiet()
  return () => {
    layers.splice(layers.lastIndexOf(layer), 1)
    quiet()
  }
}

/** What was told before is not said again where news are told from now on. */
function quiet(): void {
  said = ''
  urgent = ''
}

export function announced(): { said: string; urgent: string } {
  return { said, urgent }
}
