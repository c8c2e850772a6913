import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { personas } from '../server/testing/testFixture.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

export const scenario: Scenario = {
  says: 'the mail server accepts connections without responding, then refuses them',
  async run(installation, { brief }) {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const end = () => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
    try {
      const node = await installation.node({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      await load.flowing(10)
      const times: number[] = []
      let refused = 0
      const forget = async (email: string) => {
        const startedAt = performance.now()
        const answer = await fetch(`${node.address}/v2/password-reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        })
        await answer.text()
        times.push(performance.now() - startedAt)
        if (!answer.ok) refused += 1
      }
      for (const { email } of [personas.ownerA, personas.adminA, personas.editorA]) await forget(email)
      end()
      await forget(personas.ownerB.email)
      await load.flowing(brief ? 10 : 100)
      const report = await load.stop()
      const { code, ms } = await node.stop()
      return [
        refundCounts(report),
        { name: 'longest answer to a forgotten password', value: Math.round(Math.max(...times)), unit: 'ms', budget: 2_000 },
        { name: 'answers that told of the mail', value: refused, unit: '', budget: 0 },
        {
          name: 'told to stop with letters on their way, until it was gone',
          value: Math.round(ms),
          unit: 'ms',
          budget: 15_000,
          facts: { code: code ?? -1 },
        },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      end()
    }
  },
}
