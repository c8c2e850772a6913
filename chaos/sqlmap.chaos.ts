import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isMemberPolicy } from '#contract/platform/policy'
import { calls } from '#contract/index'
import type { Endpoint } from '#contract/platform/endpoint'
import type { Figure } from '../bench/figure.ts'
import { openFloodedEndpoint, type FloodedEndpoint } from './floodedEndpoint.ts'
import type { Installation } from './installation.ts'
import type { Scenario } from './scenario.ts'
import { markedRequest, type MarkedRequest } from './textPlaces.ts'

/** The time limit; `--full` leaves nothing out and ends when all is tried. A long run can be split: SQLMAP_FROM is the call to start with. */
const minutes = { brief: 3, usual: Number(process.env.SQLMAP_MINUTES ?? 20) }
const from = Number(process.env.SQLMAP_FROM ?? 1)
/** Of five levels and three risks; from level 3 on every place is tried with all payloads for PostgreSQL. */
const level = '3'
/** Refusals are responses: they are compared like any other. */
const refused = '400,401,403,404,405,409,413,415,422,429,500,503,507'
/** Calls that would end or change the session of all others, or that stream without end. */
const leftOut = new Set(['sessionSignOut', 'viewAsStart', 'notificationStream'])
/** Failed attempts lock the account. */
const asksPassword = ({ body }: Endpoint) => Object.keys(body?.shape ?? {}).some((field) => /password|^code$/i.test(field))

const isThere = () => spawnSync('sqlmap', ['--version'], { stdio: 'ignore' }).status === 0

/** Every text of every call; or each parameter of the contract once, by its name, query parameters first. */
function requestsOf(installation: Installation, everything: boolean): MarkedRequest[] {
  const known = { merchantId: installation.merchantId, operationId: installation.operations[0] ?? '' }
  // Customers' calls authenticate by link and have no session; a call with a file is a form.
  const texts = calls.filter((call) => isMemberPolicy(call.policy) && !call.file && !leftOut.has(call.name) && !asksPassword(call))
  const seen = new Set<string>()
  return texts
    .toSorted((one, other) => Number(other.query !== undefined) - Number(one.query !== undefined))
    .flatMap((endpoint) => markedRequest(endpoint, known, everything ? new Set() : seen) ?? [])
}

type Verdict = 'clean' | 'hole' | 'unclear' | 'unfinished'

/** Runs sqlmap on every marked place of one request, until it is done or `deadline`. */
async function attack(
  proxy: FloodedEndpoint,
  { method, target, body }: Omit<MarkedRequest, 'name' | 'places'>,
  folder: string,
  deadline: number,
) {
  const words = [
    `--url=${proxy.address}${target}`,
    `--method=${method}`,
    `--level=${level}`,
    '--dbms=PostgreSQL',
    '--batch',
    '--disable-coloring',
    '--skip-waf',
    '--flush-session',
    `--output-dir=${folder}`,
    `--ignore-code=${refused}`,
    '--timeout=20',
    '--retries=1',
    // Without a body it would send a form, which no call accepts.
    ...(method === 'GET' ? [] : ['--header=Content-Type: application/json', `--data=${body ?? '{}'}`]),
  ]
  const child = spawn('sqlmap', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  const timer = deadline === Infinity ? undefined : setTimeout(abandon, Math.max(0, deadline - performance.now()))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  await once(child, 'close')
  process.off('exit', abandon)
  clearTimeout(timer)
  const verdict: Verdict = output.includes('identified the following injection point')
    ? 'hole'
    : output.includes('all tested parameters do not appear to be injectable')
      ? 'clean'
      : performance.now() < deadline
        ? 'unclear'
        : 'unfinished'
  return { verdict, said: output }
}

export const scenario: Scenario = {
  says: 'sqlmap tries SQL injection in every text field of the panel’s calls, signed in as an owner',
  lacks: () => (isThere() ? null : 'sqlmap is not installed (Debian: apt-get install sqlmap)'),
  async run(installation, { brief, full = false }) {
    const node = await installation.node({ DATABASE_CONNECTIONS: '8' })
    const proxy = await openFloodedEndpoint(node.address, installation.database.ownerUrl, () => installation.session(node.address))
    const folder = mkdtempSync(join(installation.dataDir, 'sqlmap-'))
    try {
      const planted = await attack(proxy, { method: 'GET', target: proxy.plantedHole, body: null }, folder, Infinity)
      console.log(`  the planted hole: ${planted.verdict}`)
      const requests = requestsOf(installation, full).slice(from - 1)
      const deadline = full ? Infinity : performance.now() + (brief ? minutes.brief : minutes.usual) * 60_000
      const verdicts: Record<Verdict, string[]> = { clean: [], hole: [], unclear: [], unfinished: [] }
      let [places, served] = [0, 0]
      for (const request of requests) {
        if (performance.now() > deadline) break
        proxy.enterAnew()
        const before = proxy.answers().get(200) ?? 0
        const { verdict, said } = await attack(proxy, request, folder, deadline)
        console.log(`  ${request.name}: ${verdict} (${request.places.join(', ')})`)
        if (verdict === 'hole' || verdict === 'unclear')
          console.error(`${request.name} ${request.method} ${request.target}: ${verdict}\n${said.slice(-1_500)}`)
        verdicts[verdict].push(request.name)
        if (verdict === 'unfinished') continue
        places += request.places.length
        if ((proxy.answers().get(200) ?? 0) > before) served += 1
      }
      return figuresOf(proxy, { planted: planted.verdict, found: verdicts, places, served, requests: requests.length })
    } finally {
      await proxy.close()
    }
  },
}

type Outcome = { planted: Verdict; found: Record<Verdict, string[]>; places: number; served: number; requests: number }

function figuresOf(proxy: FloodedEndpoint, { planted, found, places, served, requests }: Outcome): Figure[] {
  const answers = [...proxy.answers()].toSorted(([a], [b]) => a - b)
  const tried = found.clean.length + found.hole.length + found.unclear.length
  return [
    { name: 'a hole planted beside them, found', value: Number(planted === 'hole'), unit: '', budget: 1, atLeast: true },
    { name: 'calls tried', value: tried, unit: '', budget: 1, atLeast: true, facts: { from, places, served, left: requests - tried } },
    {
      name: 'requests sent',
      value: answers.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      facts: Object.fromEntries(answers.map(([status, count]) => [String(status), count])),
    },
    { name: 'holes found', value: found.hole.length, unit: '', budget: 0 },
    { name: 'calls that sqlmap could not judge', value: found.unclear.length, unit: '', budget: 0 },
    {
      name: 'answers of the server that say it broke',
      value: answers.filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      budget: 0,
    },
  ]
}
