import { flushCompileCache } from 'node:module'
import { env } from 'node:process'

env.NODE_ENV ??= 'production'

const { main } = await import('../server/app/main.ts')
const { webBuild } = await import('./webBuild.ts')
const { welcome } = await import('./welcome.ts')

const say = (line: string) => console.log(`  ${line}`)
console.log(`Trastienda on Node ${process.versions.node}`)
const running = await main({ say, prepare: (signal) => webBuild(say, { signal }) })
if (running) welcome(running)
// Otherwise Node keeps what it compiled when the process ends, and not if it is killed.
flushCompileCache()
