// Where the focus goes back to after a dialog, also where what opened it is gone by then, or goes soon: as near to it as there is something to press.

const REACHED = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** What has the focus, and all that it stands in, from the inside out. */
export function wayBack(): HTMLElement[] {
  const way: HTMLElement[] = []
  for (let at = document.activeElement; at instanceof HTMLElement && at !== document.body; at = at.parentElement) way.push(at)
  return way
}

function nearest(way: HTMLElement[]): HTMLElement | undefined {
  for (const part of way.filter(({ isConnected }) => isConnected)) {
    const found = [...part.querySelectorAll<HTMLElement>(REACHED)].find((one) => one.checkVisibility())
    if (found !== undefined) return found
  }
  return undefined
}

/** Keeps the focus near there until it is somewhere else. The browser itself gives it back to what is still there. */
export function goBack(way: HTMLElement[]): void {
  const lost = () => document.activeElement === document.body
  const near = () => nearest(way)?.focus({ preventScroll: true })
  if (lost()) return near()
  const [from] = way
  if (from === undefined || document.activeElement !== from) return
  const watch = new MutationObserver(() => {
    if (from.isConnected && !lost()) return
    stop()
    if (lost()) near()
  })
  const left = () => from.isConnected && stop()
  function stop() {
    watch.disconnect()
    from!.removeEventListener('blur', left)
  }
  from.addEventListener('blur', left)
  watch.observe(document.body, { childList: true, subtree: true })
}
