import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/testDatabase.ts'
import { testLine } from '../../testing/testLine.ts'
import { makeListener } from './listener.ts'

it('notices a dead connection that was not closed, and listens on another one', async () => {
  const database = await testDatabase()
  const line = await testLine(database.appUrl)
  let onLost: () => void = () => {}
  const noticed = new Promise<void>((resolve) => (onLost = resolve))
  const listener = makeListener(line.url, { onNotification: () => {}, onLost }, { everyMs: 500, timeoutMs: 400 })
  try {
    expect(await listener.listen()).toBe(true)
    line.silence()
    await noticed
    await expect.poll(() => listener.listen()).toBe(true)
  } finally {
    await listener.close()
    line.close()
    await database.drop()
  }
})
