import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { merged, startLoad, type LoadReport } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? ''

export const scenario: Scenario = {
  says: "the server's clock jumps 25 seconds ahead and back, stands two minutes before and behind the database's, and jumps an hour",
  lacks: () => (existsSync(library()) ? null : 'libfaketime is not installed (Debian: apt-get install libfaketime)'),
  async run(installation, { brief }) {
    const file = join(installation.dataDir, 'clock')
    const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s`)
    jump(0)
    const node = await installation.node({
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const session = await installation.session(node.address)
    const list = async () =>
      (await fetch(`${node.address}/v2/merchants/${installation.merchantId}/orders`, { headers: { ...session } })).status
    const reports: LoadReport[] = []
    // Within the tolerance of tokens.
    const jumping = startLoad(installation, { address: () => node.address, session })
    for (const seconds of [25, -4, 20, 0]) {
      await jumping.flowing(10)
      jump(seconds)
      await sleep(brief ? 1_500 : 4_000)
    }
    reports.push(await jumping.stop())
    for (const seconds of [120, -120]) {
      jump(seconds)
      await sleep(2_500)
      const apart = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      await apart.flowing(brief ? 20 : 200)
      reports.push(await apart.stop())
    }
    const report = merged(reports)
    jump(0)
    await sleep(2_500)
    // With the clock an hour ahead the token has expired; earlier sessions are valid again once the clock is right.
    jump(3_600)
    await sleep(2_500)
    const ahead = await list()
    jump(0)
    await sleep(2_500)
    const again = await list()
    return [
      refundCounts(report),
      {
        name: 'answers other than 401 to a token an hour after it was given',
        value: Number(ahead !== 401),
        unit: '',
        budget: 0,
        facts: { ahead },
      },
      {
        name: 'answers other than 200 to the same token within its time',
        value: Number(again !== 200),
        unit: '',
        budget: 0,
        facts: { again },
      },
      { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
