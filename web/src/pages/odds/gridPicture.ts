// The grid of decisions as a drawing that stands by itself: dark on white, to be printed.

export interface GridCell {
  text: string
  /** How many of the hands are played, 0 to 1. */
  played: number
}

const CELL = 36
const LEFT = 12
const HEAD = 34

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Between white, where every hand is folded, and the deepest blue on which black letters are well read. */
function shade(played: number): string {
  const part = (deep: number) => Math.round(255 + (deep - 255) * Math.min(1, Math.max(0, played)))
  return `rgb(${part(120)},${part(178)},${part(240)})`
}

/** An SVG of it: rows and columns go by these names, and a cell that is missing has no hands. */
export function gridPicture(title: string, names: string[], rows: (GridCell | undefined)[][]): string {
  const [width, height] = [LEFT * 2 + CELL * (names.length + 1), HEAD + LEFT + CELL * (names.length + 1)]
  const place = (no: number) => LEFT + CELL * no
  const middle = (no: number) => place(no) + CELL / 2
  const letters = (x: number, y: number, text: string, weight = 400) =>
    `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central" font-weight="${weight}">${escaped(text)}</text>`
  const cells = rows.flatMap((row, down) =>
    row.flatMap((cell, right) => {
      if (cell === undefined) return []
      const [x, y] = [place(right + 1), HEAD + CELL * (down + 1)]
      const box = `<rect x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3" fill="${shade(cell.played)}" stroke="#888"/>`
      return [box, letters(x + CELL / 2, y + CELL / 2, cell.text)]
    }),
  )
  const heads = names.flatMap((name, no) => [letters(middle(no + 1), HEAD + CELL / 2, name, 700), letters(middle(0), HEAD + CELL * (no + 1) + CELL / 2, name, 700)])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#111">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="15" font-weight="700">${escaped(title)}</text>`,
    ...heads,
    ...cells,
    '</svg>\n',
  ].join('\n')
}
