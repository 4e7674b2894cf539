import { expect, it } from 'vitest'
import { gridPicture } from './gridPicture'

it('draws a cell for each that has hands, and writes nothing but text', () => {
  const svg = gridPicture('A <b> & "c"', ['A', 'K'], [
    [{ text: 'P', played: 1 }, undefined],
    [{ text: 'F', played: 0 }, { text: '4+', played: 0.5 }],
  ])
  expect(svg).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>')
  // The paper and three cells.
  expect(svg.match(/<rect /g)).toHaveLength(4)
  expect(svg).toContain('>4+</text>')
  expect(svg).toContain('rgb(255,255,255)')
  expect(svg).toContain('rgb(120,178,240)')
})
