// Back to where a page was read, once so much of it is there again; whoever scrolls meanwhile is where they want to be.

/** How long a page may take to come, in milliseconds; later it is read from where one is by then. */
const WAIT_MS = 5_000

/** Scrolls down so far as soon as the page is long enough; what is given back lets it be. */
export function scrollBack(down: number): () => void {
  const until = performance.now() + WAIT_MS
  let frame = 0
  const stop = new AbortController()
  const end = () => {
    cancelAnimationFrame(frame)
    stop.abort()
  }
  for (const by of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(by, end, { signal: stop.signal, passive: true })
  const look = () => {
    const there = document.documentElement.scrollHeight - innerHeight >= down
    if (there) scrollTo(0, down)
    if (there || performance.now() > until) end()
    else frame = requestAnimationFrame(look)
  }
  look()
  return end
}
