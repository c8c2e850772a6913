import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/testDatabase.ts'
import { testLine } from '../../testing/testLine.ts'
import { makeListener } from './listener.ts'

it('notices a line that fell silent though nobody closed it, and listens on another one', async () => {
  const database = await testDatabase()
  const line = await testLine(database.appUrl)
  let lost: () => void = () => {}
  const noticed = new Promise<void>((resolve) => (lost = resolve))
  const listener = makeListener(line.url, { heard: () => {}, lost }, { everyMs: 500, patienceMs: 400 })
  try {
    expect(await listener.listen()).toBe(true)
    line.silence()
    await noticed
    await expect.poll(() => listener.listen(), { timeout: 60_000 }).toBe(true)
  } finally {
    await listener.close()
    line.close()
    await database.drop()
  }
})
