import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { startNode } from './node.ts'
import type { Scenario } from './scenario.ts'

export const pageBytes = 8_192

/** Flips one bit of a file, as a failing disk does. */
export function damage(file: string, at: number): void {
  const handle = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  writeSync(handle, byte, 0, 1, at)
  closeSync(handle)
}

export const scenario: Scenario = {
  says: 'one bit of the operations table flips on disk',
  async run(installation) {
    const [path = ''] = await withClient(installation.database.ownerUrl, async (client) =>
      (await client.query<{ path: string }>(`select pg_relation_filepath('operations') as path`)).rows.map((row) => row.path),
    )
    await installation.database.stop()
    damage(join(installation.cluster, path), pageBytes - 100)
    const database = await startEmbedded({ dataDir: installation.dataDir, log: () => {} })
    const node = await startNode({ ...installation.settings, DATABASE_URL: database.appUrl, DATABASE_MIGRATION_URL: database.ownerUrl })
    try {
      await node.untilReady()
      const session = await installation.session(node.address)
      const answers = await Promise.all(
        installation.operations.map(async (id) => {
          const answer = await fetch(`${node.address}/v2/merchants/${installation.merchantId}/orders/${id}`, { headers: { ...session } })
          return { status: answer.status, text: await answer.text() }
        }),
      )
      const metrics = await (await fetch(`${node.address}/metrics`)).text()
      const noticed = Number(/^database_damaged_pages (\d+)$/m.exec(metrics)?.[1] ?? 0)
      return [
        {
          name: 'operations on the damaged page shown as if nothing were',
          value: answers.filter(({ status }) => status === 200).length,
          unit: '',
          budget: 0,
        },
        {
          name: 'answers that tell anything of the database',
          value: answers.filter(({ text }) => /page|checksum|relation/i.test(text)).length,
          unit: '',
          budget: 0,
        },
        { name: 'damaged pages in the metrics', value: noticed, unit: '', budget: 1, atLeast: true },
      ]
    } finally {
      await node.kill()
      await database.stop()
    }
  },
}
