// A drawing of the page as a file that stands by itself: with its colours and letters written into it.

const WRITTEN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity'] as const

export function asFile(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [[svg, ...svg.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]]
  for (const [no, element] of from.entries()) {
    const drawn = getComputedStyle(element)
    for (const name of WRITTEN) to[no]!.setAttribute(name, drawn.getPropertyValue(name))
    to[no]!.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', getComputedStyle(document.body).backgroundColor)
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title')
  name.textContent = title
  copy.prepend(name, paper)
  return new XMLSerializer().serializeToString(copy)
}

export function savePicture(svg: SVGSVGElement, title: string, file: string): void {
  save(new Blob([asFile(svg, title)], { type: 'image/svg+xml' }), `${file}.svg`)
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
