import { expect, it } from 'vitest'
import { inBatches, pastedArticles } from './pastedArticles.ts'

const idsOf = (text: string) => pastedArticles(text).map(({ id }) => id)

it('splits numbers at lines, commas, semicolons or tabs, without duplicates', () => {
  expect(idsOf('A-1\r\nB-2, C-3;D-4\tE-5\n\n  "F-6" \n a-1')).toEqual(['A-1', 'B-2', 'C-3', 'D-4', 'E-5', 'F-6'])
})

it('takes the number from the last segment of a URL', () => {
  expect(pastedArticles('https://tienda.test/sofas/SOFA%20CAMA-12.html?x=1#a')).toEqual([
    {
      id: 'SOFA CAMA-12',
      url: 'https://tienda.test/sofas/SOFA%20CAMA-12.html?x=1#a',
      text: 'https://tienda.test/sofas/SOFA%20CAMA-12.html?x=1#a',
    },
  ])
  expect(idsOf('https://tienda.test/%E0%A4%A')).toEqual(['%E0%A4%A'])
  expect(idsOf('https://tienda.test/')).toEqual(['https://tienda.test/'])
})

it('splits articles into batches within the request limits', () => {
  const many = Array.from({ length: 250 }, (_, nth) => ({ id: `N${nth}` }))
  expect(inBatches(many).map((part) => part.length)).toEqual([100, 100, 50])
  expect(inBatches([{ id: 'x'.repeat(60) }, { id: 'y'.repeat(60) }], 100, 100)).toHaveLength(2)
  expect(inBatches([])).toEqual([])
})
