import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareScreens } from './compareScreens.ts'

const folder = mkdtempSync(join(tmpdir(), 'trastienda-screens-'))
const [before, after] = ['before', 'after'].map((name) => join(folder, name)) as [string, string]

/** A grey image of ten by ten pixels, with one pixel in another colour. */
async function draw(file: string, colour = 128, height = 10): Promise<void> {
  const data = Buffer.alloc(10 * height * 3, 128)
  data.fill(colour, (7 * 10 + 4) * 3, (7 * 10 + 5) * 3)
  await sharp(data, { raw: { width: 10, height, channels: 3 } })
    .png()
    .toFile(file)
}

beforeAll(async () => {
  for (const one of [before, after]) mkdirSync(join(one, 'list'), { recursive: true })
  for (const one of [before, after]) await draw(join(one, 'list/same.png'))
  await draw(join(before, 'list/pixel.png'))
  await draw(join(after, 'list/pixel.png'), 131)
  await draw(join(before, 'list/rounded.png'))
  await draw(join(after, 'list/rounded.png'), 130)
  await draw(join(before, 'list/taller.png'))
  await draw(join(after, 'list/taller.png'), 128, 12)
  await draw(join(before, 'gone.png'))
  await draw(join(after, 'new.png'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('finds one changed pixel, a change of height and images that exist on one side only', async () => {
  const expected = [
    { name: 'gone.png', missing: 'after' },
    { name: 'list/pixel.png', share: 1 / 100, box: { left: 4, top: 7, width: 1, height: 1 } },
    { name: 'list/taller.png', share: 20 / 120, box: { left: 0, top: 10, width: 10, height: 2 } },
    { name: 'new.png', missing: 'before' },
  ]
  expect(await compareScreens(before, after)).toEqual(expected)
  expect(existsSync(join(after, 'list/pixel.difference.png'))).toBe(true)
  expect(existsSync(join(after, 'list/same.difference.png'))).toBe(false)
  // The output of an earlier comparison is ignored.
  expect(await compareScreens(before, after)).toEqual(expected)
})

test('compares only the images that match the words', async () => {
  expect(await compareScreens(before, after, ['same'])).toEqual([])
  expect(await compareScreens(before, after, ['gone', 'same'])).toEqual([{ name: 'gone.png', missing: 'after' }])
})
