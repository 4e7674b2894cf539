// Whether there is a keyboard: keys are explained to whoever has one, and to nobody else.
const points = matchMedia('(hover: hover)')
let pointer = $state(points.matches)
let pressed = $state(false)

points.addEventListener('change', () => (pointer = points.matches))
// What is typed in a field may come from the keys that a phone draws; elsewhere there are none of those.
addEventListener(
  'keydown',
  ({ target }) => {
    if (!(target as Partial<Element> | null)?.closest?.('input, textarea, select')) pressed = true
  },
  { capture: true },
)

/** A pointer that hovers comes with keys; otherwise they are there once one was pressed. */
export function hasKeys(): boolean {
  return pointer || pressed
}
